import { resolve } from 'node:path';
import { build, parts } from '@linkspan/stack/build';
import { startChains } from '@linkspan/stack/chains';
import { serveBreakable } from '@linkspan/stack/fault-lab';
import { readOptions } from '@linkspan/stack/options';
import { rehearse, storeOf } from '@linkspan/stack/rehearse';
import { root } from '@linkspan/stack/root';
import { Plain, runMain, say } from '@linkspan/stack/say';
import { deploySite, serveSite } from '@linkspan/stack/site';
import { undoing } from '@linkspan/stack/undoing';
import { untilAsked } from '@linkspan/stack/until-asked';
import { readFreeAddresses } from './addresses.mjs';
import { assertNode, install } from './install.mjs';
import { toNextSteps } from './next-steps.mjs';

const help = `npm start                        everything, on practice chains
npm start -- --config FILE       the page with a configuration of your own
npm start -- --help              this text`;

await runMain(async () => {
  const { config, help: wantsHelp } = readOptions(help, { config: { type: 'string' } });
  if (wantsHelp) return say(help);
  assertNode();
  const addresses = await readFreeAddresses();
  // npm runs a command in the repository's folder, wherever the person is.
  const configFile = config && resolve(process.env.INIT_CWD ?? '.', config);

  await step('Installing', install);
  for (const part of parts) await step(`Building ${part.name}`, () => build(part));
  const { lines, next } = await step('Releasing', () => rehearse(root));
  for (const line of lines) say(`  ${line}`);
  const store = storeOf(root);
  const site = await step('Writing the page', () =>
    deploySite('site', configFile === undefined ? { store } : { configFile }),
  );
  await undoing(async (opened) => {
    const chains = await step('Starting the practice chains', () => startChains());
    opened(chains.end);
    opened((await serveSite(site, { port: addresses.host.port })).close);
    for (const [remote, { port }] of /** @type {const} */ ([
      ['remote-evm', addresses.evm],
      ['remote-solana', addresses.solana],
      ['remote-near', addresses.near],
    ]))
      opened((await serveBreakable(root, remote, { port })).close);
    say(`
Linkspan is running at ${addresses.host.url}

  1. Open that address and press "Connect wallet".
  2. Press Ethereum, Solana or NEAR of "Practice Wallet", and approve in the window it opens.
  3. Sign something, send something, reload: you are still connected.

${toNextSteps('remote-solana', next['remote-solana'])}

Remotes: ${addresses.evm.url}, ${addresses.solana.url}, ${addresses.near.url}
Ctrl-C ends everything.`);

    const ended = await untilAsked({ 'The practice chains': chains.ended });
    if (ended !== undefined) throw new Plain(`${ended} ended, so everything ends.`);
    say('\nEnding.');
  });
});

/**
 * Tells what is being done, and how long it took.
 * @template Value
 * @param {string} name
 * @param {() => Promise<Value>} work
 */
async function step(name, work) {
  const begun = Date.now();
  process.stdout.write(`${name} … `);
  const value = await work();
  say(value === false ? 'nothing to do' : `${((Date.now() - begun) / 1000).toFixed(1)} s`);
  return value;
}
