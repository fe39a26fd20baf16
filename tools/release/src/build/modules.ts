import { posix } from 'node:path';
import type { Manifest } from '@linkspan/trust';
import { init, parse } from 'es-module-lexer';
import { Refusal } from '../errors.ts';

/** A release as its files are, each with the hash that the manifest lists. */
export interface BuiltRelease {
  readonly manifest: Manifest;
  /** The bytes of each file by its path. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
  /** Where on this machine the command is run, most likely within the source: no file should know of it. */
  readonly here: string;
}

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
    throw new Refusal('command/no-module', `${file} cannot be read as a JavaScript module. Build again.`, {
      cause,
    });
  }
}

/**
 * Every import of every chunk must be a file of the release, named relatively. A dynamic one whose address is only
 * known when it runs is left to the browser, which refuses what is not listed. Throws `command/stray-import`,
 * `command/no-module`.
 */
export async function assertImports(contents: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const [file, bytes] of contents) {
    if (!isModule(file)) continue;
    const { imports, onDemand } = await readModule(file, bytes);
    const stray = [...imports, ...onDemand].find((one) => !contents.has(resolveImport(one, file) ?? ''));
    if (stray !== undefined)
      throw new Refusal(
        'command/stray-import',
        `${file} imports “${stray}”, which is none of the release’s files. A browser would refuse it, so bundle it.`,
      );
  }
}

/** The file that a relative import leads to; undefined for any other. */
function resolveImport(specifier: string, from: string): string | undefined {
  return /^\.{1,2}\//.test(specifier) ? posix.join(posix.dirname(from), specifier) : undefined;
}

/** Which imports are followed: those at once, or those on demand too. */
export type Following = 'at once' | 'all';

/**
 * The files that modules lead to, themselves among them. Imports of files that are not there are left to `assertImports`.
 * Throws `command/no-module`.
 */
export async function listReached(
  contents: ReadonlyMap<string, Uint8Array>,
  from: readonly string[],
  following: Following,
): Promise<readonly string[]> {
  const reached = new Set<string>();
  const visit = async (file: string): Promise<void> => {
    const bytes = contents.get(file);
    if (bytes === undefined || reached.has(file)) return;
    reached.add(file);
    const { imports, onDemand } = await readModule(file, bytes);
    for (const specifier of following === 'all' ? [...imports, ...onDemand] : imports)
      await visit(resolveImport(specifier, file) ?? '');
  };
  for (const file of from) await visit(file);
  return [...reached];
}
