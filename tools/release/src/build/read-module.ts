import { init, parse } from 'es-module-lexer';
import { CommandError } from '../command-error.ts';

/** What a JavaScript module imports and exports, read without running it. */
export interface ModuleFace {
  /** What it imports at once, as it is written there. */
  readonly imports: readonly string[];
  /** What it imports on demand; an address that is only known when it runs is not among them. */
  readonly onDemand: readonly string[];
  readonly exports: readonly string[];
}

/** Whether a file is a module, by its name. */
export function isModule(file: string): boolean {
  return /\.m?js$/.test(file);
}

/** The face of a module. Throws `command/no-module`. */
export async function readModule(file: string, bytes: Uint8Array): Promise<ModuleFace> {
  await init;
  const [imports, exports] = lex(file, bytes);
  const named = imports.flatMap(({ n, d }) => (n === undefined ? [] : [{ n, isAtOnce: d === -1 }]));
  return {
    imports: named.filter(({ isAtOnce }) => isAtOnce).map(({ n }) => n),
    onDemand: named.filter(({ isAtOnce }) => !isAtOnce).map(({ n }) => n),
    exports: exports.map(({ n }) => n),
  };
}

function lex(file: string, bytes: Uint8Array): ReturnType<typeof parse> {
  try {
    return parse(new TextDecoder().decode(bytes), file);
  } catch (cause) {
    throw new CommandError('command/no-module', { file }, { cause });
  }
}
