/** A version of the contract, as a fixture page offers it: what it has beside everything that 1.0 had. */
export interface Edition {
  /** `major.minor` */
  readonly contract: string;
  /** Fields of every port. */
  readonly port: object;
  /** Fields of every family's view. */
  readonly view: object;
  /** Fields of the release that serves a family. */
  readonly release: object;
  /** Called before a balance is taken; may throw. */
  admitBalance(): void;
}
