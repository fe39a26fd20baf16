import { isModule, readModule } from '../build/read-module.ts';
import { CommandError } from '../command-error.ts';
import type { BuiltRelease } from './built-release.ts';
import { findInTexts } from './find-in-texts.ts';
import { listReached } from './list-reached.ts';

/**
 * What has a browser load code by an address, or compile what nobody has looked at: a worker of one's own, a service
 * worker, WebAssembly of bytes. `WebAssembly.instantiate` is let through: of a compiled module it is the usual way.
 */
const pattern =
  /\bnew\s+(?:Shared)?Worker\s*\(|\bimportScripts\s*\(|\bserviceWorker\s*\.\s*register\b|\bWebAssembly\s*\.\s*(?:compile\w*|instantiateStreaming|Module)\s*\(/;

/**
 * What a browser loads without looking at its hash is asked for by `port.files`, and by nothing else; and what no
 * module leads to, which can only be such a file, is whole: what a worker imports is not looked at either.
 * Throws `command/unchecked-load`, `command/no-module`.
 */
export async function assertNoUncheckedLoad(release: BuiltRelease): Promise<void> {
  const found = findInTexts(release, pattern);
  if (found !== undefined) throw new CommandError('command/unchecked-load', { ...found });
  const { manifest, contents } = release;
  const reached = await listReached(contents, [manifest.discovery, manifest.entry], 'all');
  for (const [file, bytes] of contents) {
    if (!isModule(file) || reached.includes(file)) continue;
    const { imports, onDemand } = await readModule(file, bytes);
    const [excerpt] = [...imports, ...onDemand, ...(/\bimport\s*\(/.exec(decode(bytes)) ?? [])];
    if (excerpt !== undefined) throw new CommandError('command/unchecked-load', { file, excerpt });
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
