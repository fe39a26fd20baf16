import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { readModule } from '../build/read-module.ts';
import { CommandError } from '../command-error.ts';
import type { BuiltRelease } from './built-release.ts';
import { listReached } from './list-reached.ts';

/** The most that a discovery may take with what it imports at once, in bytes of brotli. */
const mostBytes = 3_500;

const compress = promisify(brotliCompress);

/**
 * A discovery exports `discover`, is small, and leads to nothing that the connector is made of.
 * Throws `command/missing-export`, `command/heavy-discovery`, `command/federated-discovery`, `command/no-module`.
 */
export async function assertDiscovery({ manifest, contents }: BuiltRelease): Promise<void> {
  const { discovery: file, entry, preload } = manifest;
  const { exports } = await readModule(file, contents.get(file) ?? new Uint8Array());
  if (!exports.includes('discover'))
    throw new CommandError('command/missing-export', { file, name: 'discover' });

  const reached = await listReached(contents, [file], 'all');
  const other = [entry, ...preload].find((one) => reached.includes(one));
  if (other !== undefined) throw new CommandError('command/federated-discovery', { file, other });

  const needed = await listReached(contents, [file], 'at once');
  const sizes = await Promise.all(
    needed.map(async (one) => (await compress(contents.get(one) ?? new Uint8Array())).length),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes > mostBytes)
    throw new CommandError('command/heavy-discovery', {
      file,
      bytes: String(bytes),
      most: String(mostBytes),
    });
}
