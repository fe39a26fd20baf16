import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { publicNetworks } from '../../remote-near/src/announced.ts';
import { wallets } from '../../remote-near/src/loaded.ts';

const remote = join(import.meta.dirname, '../../remote-near');
const releases = join(remote, 'dist/releases');
const [version = ''] = readdirSync(releases);
const folder = join(releases, version);
const files = readdirSync(folder).filter((file) => file.endsWith('.js'));

/** A file of the built release and all that it imports at once. */
function collect(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(join(folder, file), 'utf8');
  for (const [, next = ''] of text.matchAll(/from"\.\/([^"]+)"|import"\.\/([^"]+)"/g)) collect(next, found);
  return found;
}

/** kB of Brotli that choosing a wallet loads. */
function sizeOf(name: string): string {
  const named = (one: string) => files.find((file) => file.replace(/-[\w-]{8}\.js$/, '') === one) ?? '';
  const all = new Set([...collect(named('loaded')), ...collect(named(name))]);
  const sum = [...all].reduce(
    (bytes, file) => bytes + brotliCompressSync(readFileSync(join(folder, file))).length,
    0,
  );
  return (sum / 1_000).toFixed(1);
}

function sourceOf(module: string | undefined): readonly [string, string, string] {
  if (module === undefined) return ['an adapter of this remote', '', 'MIT'];
  const require = createRequire(join(remote, 'package.json'));
  const path = require.resolve(module).replace(/\/index\.c?js$/, '/package.json');
  const { version: own, license } = JSON.parse(readFileSync(path, 'utf8'));
  return [`\`${module}\``, own, license];
}

const opens = { window: 'window', pairing: 'extension, or phone by a code', installed: 'extension' };

/** Prints, as a Markdown table, the NEAR wallets whose code is part of the remote. The remote has to be built before. */
const rows = Object.values(wallets).map(({ name, module, file, reach, hosts, networks = publicNetworks }) => [
  name,
  ...sourceOf(module),
  sizeOf(file),
  opens[reach],
  hosts.join(', ') || 'none',
  networks.join(', '),
]);
const head = ['wallet', 'by', 'version', 'license', 'kB when chosen', 'opens', 'hosts', 'networks'];
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
process.stdout.write([line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n'));
