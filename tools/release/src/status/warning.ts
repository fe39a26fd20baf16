/** What somebody should see to before a page has to refuse something. */
export interface Warning {
  readonly remote: string;
  readonly code:
    | 'warning/refused'
    | 'warning/live-expires'
    | 'warning/root-expires'
    | 'warning/late'
    | 'warning/not-published'
    | 'warning/files-missing'
    | 'warning/no-way-back';
  /** What it is, and what to do. */
  readonly sentence: string;
}
