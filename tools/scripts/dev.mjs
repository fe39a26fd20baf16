import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readAddresses } from '@linkspan/practice/addresses';
import { families } from '@linkspan/practice/families';
import { build, parts } from '@linkspan/stack/build';
import { startChains } from '@linkspan/stack/chains';
import { assertNoPrivateKeys } from '@linkspan/stack/keys';
import { root } from '@linkspan/stack/root';
import { runNode } from '@linkspan/stack/run';
import { Plain, runMain, say } from '@linkspan/stack/say';
import { concurrently } from 'concurrently';

const served = [...Object.values(families).map(({ remote }) => remote), 'host'];

const help = `npm run dev              host and remotes with hot reload, on practice chains
npm run dev -- --help    this text`;

await runMain(async () => {
  const { wantsHelp, addresses } = readInput();
  if (wantsHelp) return say(help);
  // Vite serves the workspace to all pages of its own origin.
  await assertNoPrivateKeys(root);
  for (const part of parts) if (part.name === 'tools/practice') await build(part);
  const env = { LINKSPAN_DEV: await writeFolder() };
  const chains = await startChains();
  const vite = `"${process.execPath}" "${join(root, 'node_modules/vite/bin/vite.js')}" --configLoader runner --clearScreen false`;
  const { commands, result } = concurrently(
    served.map((name) => ({ name, command: vite, cwd: join(root, name), env })),
    { killOthersOn: ['failure', 'success'], prefix: '{name}:' },
  );
  chains.ended.then(() => {
    for (const one of commands) one.kill('SIGTERM');
  });
  const ready = commands.map(
    ({ stdout }) =>
      new Promise((resolve) => stdout.subscribe((text) => /ready in/.test(`${text}`) && resolve(true))),
  );
  void Promise.all(ready).then(() =>
    say(`
Linkspan for development: ${addresses.host.url}
Host and remotes are reloaded as you edit them. Nothing is released or signed here, and nothing is checked against a hash.
Ctrl-C ends everything.`),
  );
  await result.catch(() => {
    process.exitCode = 1;
  });
  await chains.end();
});

/** The addresses of this run. Throws `Plain` if an option or an address is wrong. */
function readInput() {
  try {
    const { values } = parseArgs({ options: { help: { type: 'boolean', default: false } } });
    return { wantsHelp: values.help, addresses: readAddresses(process.env) };
  } catch (cause) {
    throw new Plain(`${/** @type {Error} */ (cause).message}\n\n${help}`, { cause });
  }
}

/** Writes what the host's development server reads: the configuration, marked as one, and the practice wallets. */
async function writeFolder() {
  const folder = join(root, '.linkspan', 'dev');
  const file = join(folder, 'config.json');
  await mkdir(folder, { recursive: true });
  await runNode('tools/practice/src/config.ts', [file]);
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), development: true }));
  await cp(join(root, 'tools/practice/dist/wallets.js'), join(folder, 'public/practice/wallets.js'));
  return folder;
}
