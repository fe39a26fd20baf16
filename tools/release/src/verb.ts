import type { Asked } from './ask/asked.ts';
import type { Means } from './means.ts';

/** One option of a verb. One with a `value` takes a value of this name. */
export interface Option {
  readonly value?: string;
  /** It may be given several times. */
  readonly isMany?: true;
  readonly text: string;
}

export type Options = Readonly<Record<string, Option>>;

/** What a verb did: lines for people, facts for `--json`. */
export interface Outcome {
  readonly lines: readonly string[];
  readonly facts: object;
  /** 1 where the verb did its work and found something wrong, 3 where it could not tell; else 0. */
  readonly exitCode?: 0 | 1 | 3;
}

/** One verb of the command. */
export interface Verb {
  readonly name: string;
  /** One line of what it is for. */
  readonly summary: string;
  /** Its forms, each without the command's own name. */
  readonly forms: readonly string[];
  readonly options: Options;
  /** The exit code of a refusal, where 1 says what was found; else 1. */
  readonly refusedWith?: 3;
  run(asked: Asked, means: Means): Promise<Outcome>;
}
