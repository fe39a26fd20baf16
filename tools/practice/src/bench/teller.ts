import { createElement } from '../wallets/window/element.ts';

/** The line of a section that says what has become of a switch, to screen readers too. */
export interface Teller {
  readonly element: HTMLElement;
  /** Does what was asked for, and says what it answers; `busy` meanwhile, and `failed` where it fails. */
  whileDoing(
    work: () => Promise<string>,
    told?: { readonly busy?: string; readonly failed?: string },
  ): Promise<void>;
}

/** Begins by saying nothing. */
export function createTeller(): Teller {
  const element = createElement('p', { class: 'note', role: 'status' });
  return {
    element,
    async whileDoing(work, { busy, failed } = {}) {
      if (busy !== undefined) element.textContent = busy;
      try {
        element.textContent = await work();
      } catch (error) {
        element.textContent =
          failed ?? `It is as it was. ${error instanceof Error ? error.message : String(error)}`;
      }
    },
  };
}
