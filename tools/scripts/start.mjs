import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readAddresses } from '@linkspan/practice/addresses';
import { families, familyIds } from '@linkspan/practice/families';
import { serve, serveSite } from '@linkspan/release/serve';
import { build, parts } from '@linkspan/stack/build';
import { startChains } from '@linkspan/stack/chains';
import { deliverAll, remotes, storeOf, toNextVersion } from '@linkspan/stack/deliver';
import { addExample, addWallet, openExample } from '@linkspan/stack/examples';
import { serveBreakable } from '@linkspan/stack/faulty-server';
import { root } from '@linkspan/stack/root';
import { runNode } from '@linkspan/stack/run';
import { Plain, runMain, say } from '@linkspan/stack/say';
import { deployExample, deploySite, writeConfig } from '@linkspan/stack/site';

const help = `npm start                        everything, on practice chains
npm start -- --config FILE       the page with a configuration of your own
npm start -- --with FOLDER       a remote of another repository too, such as example/remote-tron
npm start -- --help              this text`;

await runMain(async () => {
  const { config, example: named, wantsHelp, addresses } = readInput();
  if (wantsHelp) return say(help);
  const { host } = addresses;
  // npm runs a command in the repository's folder, wherever the person is.
  const configFile = config && resolve(process.env.INIT_CWD ?? '.', config);

  for (const part of parts) await step(`Building ${part.name}`, () => build(part));
  if (named)
    await step('Packing', () =>
      runNode('tools/scripts/pack.mjs', ['--unchecked'], { nodeOptions: ['--import', 'tsx'] }),
    );
  const example = named && (await step(`Installing and building ${named}`, () => openExample(named)));
  const builds = remotes.map((remote) => ({ remote, from: join(root, remote) }));
  const versions = await step('Releasing', () => deliverAll(root, example ? [...builds, example] : builds));
  for (const [remote, version] of Object.entries(versions)) say(`  ${remote} ${version} is live`);
  const store = storeOf(root);
  const site = await step('Writing the page', async () => {
    if (configFile !== undefined) return deploySite('site', { configFile });
    if (!example) return deploySite('site', { store, application: addresses.app.url });
    const file = join(root, '.linkspan/site.config.json');
    await runNode('tools/practice/src/config.ts', [file, store]);
    await addExample(example, { config: file, url: addresses.example.url, store });
    const site = await deploySite('site', { configFile: file });
    await addWallet(example, site);
    return site;
  });
  const app = await step('Writing the example application', async () =>
    deployExample('app', await writeConfig('app.config.json', store)),
  );
  await serveSite(site, host);
  await serveSite(app, addresses.app);
  for (const id of familyIds) await serveBreakable(root, families[id].remote, addresses[id]);
  if (example) await serve(join(store, example.remote), { ...addresses.example, cors: true });
  const chains = await step('Starting the practice chains', () => startChains());
  const titles = familyIds.map((id) => families[id].title);
  say(`
Linkspan is running at ${host.url}

  1. Open that address and press "Connect wallet".
  2. Press ${titles.slice(0, -1).join(', ')} or ${titles.at(-1)} of "Practice Wallet", and approve in the window it opens.
  3. Sign something, send something, reload: you are still connected.

Then deliver a change of one remote, with the page open: edit a name in remote-solana/src/catalog.ts, and

${toCommands(toNextVersion(`${versions['remote-solana']}`))}

The page offers the newer version, and has it once it is loaded again. To take it back:

  npm run release -- rollback remote-solana

An application on the same wallets, which the foot of the page links to: ${addresses.app.url}
Remotes: ${familyIds.map((id) => addresses[id].url).join(', ')}
Ctrl-C ends everything.`);

  const asked = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal));
  const isAsked = await Promise.race([...asked, chains.ended]);
  if (!isAsked) throw new Plain('The practice chains ended, so everything ends.');
  say('\nEnding.');
  await chains.end();
});
// Servers and chains end with this process.
process.exit();

/** The options and the addresses of this run. Throws `Plain` if one of them is wrong. */
function readInput() {
  try {
    const { values } = parseArgs({
      options: {
        config: { type: 'string' },
        with: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    const { config, with: example, help: wantsHelp } = values;
    return { config, example, wantsHelp, addresses: readAddresses(process.env) };
  } catch (cause) {
    throw new Plain(`${/** @type {Error} */ (cause).message}\n\n${help}`, { cause });
  }
}

/** The lines that deliver a new version of remote-solana. @param {string} version */
function toCommands(version) {
  return [
    `build remote-solana --version ${version} --dirty`,
    'check remote-solana --static',
    'sign remote-solana',
    'publish remote-solana',
    `promote remote-solana ${version}`,
  ]
    .map((words) => `  npm run release -- ${words}`)
    .join('\n');
}

/**
 * Prints the name of a step, and then how long it took.
 * @template Value
 * @param {string} name
 * @param {() => Promise<Value>} work
 */
async function step(name, work) {
  const startedAt = Date.now();
  process.stdout.write(`${name} … `);
  const value = await work();
  say(value === false ? 'nothing to do' : `${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return value;
}
