import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, parts } from '@linkspan/stack/build';
import { remotes } from '@linkspan/stack/deliver';
import { root } from '@linkspan/stack/root';
import { runNode } from '@linkspan/stack/run';
import { Plain, runMain, say } from '@linkspan/stack/say';

/** The packages that install outside of this repository: see `publishConfig` of each. TypeScript alone compiles these. */
const compiled = [
  ...['shared/contract', 'shared/trust', 'shared/store', 'shared/kit', 'shared/app'],
  ...['tools/create', 'tools/release', 'tools/vite'],
];
/** Vite bundles these. The check, which comes last, takes over the practice wallets. */
const bundled = ['host', ...remotes, 'tools/practice', 'tools/check'];
const folder = join(root, '.linkspan', 'packages');

// A remote is a package once the contract's suite has passed in a browser; tests pack without it.
const { values } = parseArgs({ options: { unchecked: { type: 'boolean', default: false } } });

await runMain(async () => {
  // Whatever is in `dist` is packed, so a module that is gone must not be there.
  for (const old of [folder, ...compiled.map((name) => join(root, name, 'dist'))])
    await rm(old, { recursive: true, force: true });
  await runNode(
    'node_modules/typescript/bin/tsc',
    ['-b', ...compiled.map((name) => `${name}/tsconfig.pack.json`)],
    {
      stdio: 'inherit',
    },
  );
  for (const part of parts.filter(({ name }) => bundled.includes(name))) await build(part);
  if (!values.unchecked) for (const remote of remotes) await check(remote);
  // pnpm alone puts versions for `workspace:*` and `catalog:`, and the exports of `publishConfig`.
  const filters = [...compiled, ...bundled].flatMap((name) => ['--filter', `./${name}`]);
  const pack = ['-y', 'pnpm@12.21.0', '-r', '--silent', ...filters, 'pack', '--pack-destination', folder];
  const { status } = spawnSync('npx', pack, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Plain('pnpm could not pack.');
});

/** Rejects if the built release of a remote fails a check. @param {string} remote */
async function check(remote) {
  const out = join(root, '.linkspan/packed-releases', remote);
  const release = (/** @type {string[]} */ ...line) =>
    runNode('tools/release/src/command.ts', line, { nodeOptions: ['--import', 'tsx'] });
  await release('build', remote, '--built', '--dirty', '--sequence', '1', '--out', out);
  const { stdout } = await release('check', out);
  say(stdout.split('\n')[0] ?? '');
}
