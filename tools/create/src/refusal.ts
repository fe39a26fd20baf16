/** Why no application is written, as one sentence for the person. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** 2 for wrong usage, 1 for all else. */
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, sentence: string, options?: { cause?: unknown }) {
    super(sentence, options);
    this.exitCode = exitCode;
  }
}

/** The refusal that was thrown. Throws anything else again. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}
