/** What one visit has come to: times end in `Ms`, sizes are bytes, anything else is counted. */
export interface Sample {
  /** The page that was visited, such as `floor`, `single`, `shell` or `shell-12`. */
  readonly subject: string;
  /** How it was visited, such as `cold`, `returning`, `updated` or `connect-evm`. */
  readonly scenario: string;
  /** Samples of one round were taken one after another, in one state of the machine. */
  readonly round: number;
  /** By the measure's name, such as `listMs`. */
  readonly values: Readonly<Record<string, number>>;
}

/** The samples of one subject in one scenario. */
export interface Series {
  readonly subject: string;
  readonly scenario: string;
}
