import { posix } from 'node:path';
import { CommandError } from '../command-error.ts';
import { isModule, readModule } from './read-module.ts';

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
    if (stray !== undefined) throw new CommandError('command/stray-import', { file, specifier: stray });
  }
}

/** The file that a relative import leads to; undefined for any other. */
export function resolveImport(specifier: string, from: string): string | undefined {
  return /^\.{1,2}\//.test(specifier) ? posix.join(posix.dirname(from), specifier) : undefined;
}
