/** What the person asked a verb for. */
export interface Asked {
  /** The words beside the options, without the verb. */
  readonly words: readonly string[];
  has(option: string): boolean;
  one(option: string): string | undefined;
  all(option: string): readonly string[];
  /** A whole number from 0 on. Throws `UsageError`. */
  whole(option: string): number | undefined;
  /** The word at an index, which must be there; `name` is what the help calls it. Throws `UsageError`. */
  word(index: number, name: string): string;
}
