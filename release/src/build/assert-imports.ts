import { posix } from 'node:path';
import { init, parse } from 'es-module-lexer';
import { CommandError } from '../command-error.ts';

/**
 * Every import of every chunk must be a file of the release, named relatively. A dynamic one whose address is only
 * known when it runs is left to the browser, which refuses what is not listed. Throws `command/stray-import`.
 */
export async function assertImports(contents: ReadonlyMap<string, Uint8Array>): Promise<void> {
  await init;
  for (const [file, bytes] of contents) {
    if (!/\.m?js$/.test(file)) continue;
    const [imports] = parse(new TextDecoder().decode(bytes), file);
    const stray = imports.map(({ n }) => n).find((n) => n !== undefined && !isListed(n, file, contents));
    if (stray !== undefined) throw new CommandError('command/stray-import', { file, specifier: stray });
  }
}

function isListed(specifier: string, from: string, contents: ReadonlyMap<string, unknown>): boolean {
  return /^\.{1,2}\//.test(specifier) && contents.has(posix.join(posix.dirname(from), specifier));
}
