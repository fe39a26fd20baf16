import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readAddresses } from '../practice/addresses.mjs';
import { build, parts } from './build.mjs';
import { startChains } from './chains.mjs';
import { assertNode, install } from './install.mjs';
import { root } from './root.mjs';
import { runNode, typescript } from './run.mjs';
import { runMain, say } from './say.mjs';

const vite = join(root, 'node_modules/vite/bin/vite.js');

await runMain(async () => {
  assertNode();
  await install();
  const addresses = readAddresses(process.env);
  const practice = parts.find(({ name }) => name === 'practice');
  if (practice) await build(practice);
  const folder = await writeFolder();
  const chains = await startChains();
  const servers = ['remote-evm', 'remote-solana', 'remote-near', 'host'].map((name) =>
    startServer(name, folder),
  );
  say(`
Linkspan for development: ${addresses.host.url}
Host and remotes are reloaded as you edit them. Releases are not built, and nothing is checked against a hash.
Ctrl-C ends everything.`);
  await Promise.race([
    once(process, 'SIGINT'),
    once(process, 'SIGTERM'),
    chains.ended,
    ...servers.map((server) => once(server, 'exit')),
  ]);
  for (const server of servers) server.kill('SIGTERM');
  await chains.end();
});

/** What the host's development server reads: the configuration, marked as one, and the practice wallets. */
async function writeFolder() {
  const folder = join(root, '.linkspan', 'dev');
  const file = join(folder, 'config.json');
  await mkdir(folder, { recursive: true });
  await runNode(typescript('practice/src/config.ts', [file]));
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), development: true }));
  await cp(join(root, 'practice/dist'), join(folder, 'public', 'practice'), { recursive: true });
  return folder;
}

/** @param {string} name @param {string} folder */
function startServer(name, folder) {
  return spawn(process.execPath, [vite, '--configLoader', 'runner', '--logLevel', 'warn'], {
    cwd: join(root, name),
    env: { ...process.env, LINKSPAN_DEV: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
}
