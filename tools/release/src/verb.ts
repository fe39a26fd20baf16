import type { Output } from './output.ts';
import type { Program } from './run-program.ts';
import type { Environment } from './store/address.ts';
import type { Store } from './store/store.ts';

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
  /** 1 if the verb did its work and found something wrong, 3 if it could not tell; else 0. */
  readonly exitCode?: 0 | 1 | 3;
}

/** One verb of the command. */
export interface Verb {
  readonly name: string;
  /** One line of what it is for. */
  readonly summary: string;
  /** Its arguments beside the options, such as `<REMOTE> [VERSION]`, if it takes any. */
  readonly words?: string;
  readonly options: Options;
  /** The exit code of a refusal, where 1 says what was found; else 1. */
  readonly refusedWith?: 3;
  run(args: Args, context: Context): Promise<Outcome>;
}

/** Verbs of one subject, such as `keys make`. */
export interface VerbGroup extends Pick<Verb, 'name' | 'summary'> {
  readonly verbs: readonly Verb[];
}

/** The parsed arguments of a verb. */
export interface Args {
  /** The words beside the options, after the verb. */
  readonly words: readonly string[];
  has(option: string): boolean;
  one(option: string): string | undefined;
  all(option: string): readonly string[];
  /** A whole number from 0 on. Throws `UsageError`. */
  whole(option: string): number | undefined;
  /** The word at an index, which `name` names to the person if it is missing. Throws `UsageError`. */
  word(index: number, name: string): string;
}

/** The I/O of the command: environment, clock, store, network, programs and output. */
export interface Context extends Omit<Output, 'clear'> {
  readonly env: Environment;
  /** Where relative paths begin. */
  readonly folder: string;
  /** Milliseconds since 1970. */
  now(): number;
  openStore(address: string): Promise<Store>;
  /** Runs a program to its end, and returns what it printed. Rejects with `ProgramError`. */
  run(program: Program): Promise<string>;
  fetch(address: string | URL, options?: RequestInit): Promise<Response>;
  /** Settles when the person ends the command. */
  interrupted(): Promise<unknown>;
}
