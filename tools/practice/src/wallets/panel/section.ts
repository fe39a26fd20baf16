/** A part of the panel: what it is about, its content, and the end of what it follows. */
export interface PanelSection {
  /** Such as `wallets`; the section's element has the id `practice-section-wallets`. */
  readonly id: string;
  /** Such as `Wallets`. */
  readonly title: string;
  readonly element: HTMLElement;
  /** Whenever it is unfolded: what it shows may have changed meanwhile. */
  open?(): void;
  /** Stops following what the section shows. */
  close(): void;
}
