/** Why a practice chain cannot start. */
export type ChainErrorCode = 'chain/port-in-use' | 'chain/no-binary' | 'chain/not-ready';

/** A practice chain that cannot start. The message is a sentence for the person who started it. */
export class ChainError extends Error {
  override readonly name = 'ChainError';
  readonly code: ChainErrorCode;

  constructor(code: ChainErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
