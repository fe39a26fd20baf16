import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root } from '@linkspan/stack/root';
import { type LoadedWallet, toTable } from './loaded-wallets.ts';

/** A file of a built release and all that it imports at once. */
function collect(folder: string, file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(join(folder, file), 'utf8');
  for (const [, next = ''] of text.matchAll(/from"\.\/([^"]+)"|import"\.\/([^"]+)"/g))
    collect(folder, next, found);
  return found;
}

/** kB of Brotli that choosing a wallet loads. */
function sizeOf({ remote, files }: LoadedWallet): string {
  const releases = join(root, remote, 'dist/releases');
  const [version = ''] = readdirSync(releases);
  const folder = join(releases, version);
  const built = readdirSync(folder);
  const named = (name: string) => {
    const file = built.find((one) => one.replace(/-[\w-]{8}\.js$/, '') === name);
    if (file === undefined)
      throw new Error(`${remote} has no ${name} in dist: build it again, by npm start.`);
    return file;
  };
  const all = new Set(files.flatMap((name) => [...collect(folder, named(name))]));
  const sizes = [...all].map((file) => brotliCompressSync(readFileSync(join(folder, file))).length);
  return (sizes.reduce((sum, bytes) => sum + bytes, 0) / 1_000).toFixed(0);
}

// The remotes have to be built before.
process.stdout.write(toTable(sizeOf));
