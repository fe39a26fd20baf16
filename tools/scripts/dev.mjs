import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, parts } from '@linkspan/stack/build';
import { startChains } from '@linkspan/stack/chains';
import { readOptions } from '@linkspan/stack/options';
import { root } from '@linkspan/stack/root';
import { runNode, typescript } from '@linkspan/stack/run';
import { Plain, runMain, say } from '@linkspan/stack/say';
import { undoing } from '@linkspan/stack/undoing';
import { untilAsked } from '@linkspan/stack/until-asked';
import { readFreeAddresses } from './addresses.mjs';
import { assertNode, install } from './install.mjs';
import { startViteServer } from './vite-server.mjs';

const served = ['remote-evm', 'remote-solana', 'remote-near', 'host'];

const help = `npm run dev              host and remotes with hot reload, on practice chains
npm run dev -- --help    this text`;

await runMain(async () => {
  if (readOptions(help, {}).help) return say(help);
  assertNode();
  const addresses = await readFreeAddresses();
  await install();
  for (const part of parts) if (part.name === 'tools/practice') await build(part);
  const folder = await writeFolder();
  await undoing(async (opened) => {
    const chains = await startChains();
    opened(chains.end);
    /** @type {Record<string, Promise<unknown>>} */
    const running = { 'The practice chains': chains.ended };
    for (const name of served) {
      const server = await startViteServer(name, { LINKSPAN_DEV: folder });
      opened(server.end);
      running[`The development server of ${name}`] = server.ended;
    }
    say(`
Linkspan for development: ${addresses.host.url}
Host and remotes are reloaded as you edit them. Nothing is released or signed here, and nothing is checked against a hash.
Ctrl-C ends everything.`);
    const ended = await untilAsked(running);
    if (ended !== undefined) throw new Plain(`${ended} ended, so everything ends.`);
  });
});

/** What the host's development server reads: the configuration, marked as one, and the practice wallets. */
async function writeFolder() {
  const folder = join(root, '.linkspan', 'dev');
  const file = join(folder, 'config.json');
  await mkdir(folder, { recursive: true });
  await runNode(typescript('tools/practice/src/config.ts', [file]));
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), development: true }));
  await cp(join(root, 'tools/practice/dist'), join(folder, 'public', 'practice'), { recursive: true });
  return folder;
}
