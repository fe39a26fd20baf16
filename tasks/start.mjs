import { once } from 'node:events';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readAddresses } from '../practice/addresses.mjs';
import { build, parts } from './build.mjs';
import { startChains } from './chains.mjs';
import { assertNode, install } from './install.mjs';
import { assertFree } from './ports.mjs';
import { root } from './root.mjs';
import { Plain, runMain, say } from './say.mjs';
import { serve } from './serve.mjs';
import { deploySite } from './site.mjs';

const help = `npm start                        everything, on practice chains
npm start -- --config FILE       the page with a configuration of your own
npm start -- --help              this text`;

await runMain(async () => {
  const { config, help: wantsHelp } = readOptions();
  if (wantsHelp) return say(help);
  assertNode();
  const addresses = readAddressesPlainly();
  const { chains } = addresses;
  await assertFree({
    'the page': addresses.host.port,
    'remote-evm': addresses.evm.port,
    'remote-solana': addresses.solana.port,
    'remote-near': addresses.near.port,
    'the practice chain of Ethereum': chains.evm.port,
    'the second practice chain of Ethereum': chains.evmTwo.port,
    'the practice chain of Solana': chains.solana.port,
    'the websocket of the practice chain of Solana': chains.solanaWs.port,
    'the practice chain of NEAR': chains.near.port,
  });

  await step('Installing', install);
  for (const part of parts) await step(`Building ${part.name}`, () => build(part));
  const site = await step('Writing the page', () =>
    deploySite('site', { configFile: config && resolve(config) }),
  );
  const chainProcess = await step('Starting the practice chains', () => startChains());

  const servers = await Promise.all([
    serve(site, { port: addresses.host.port }),
    serve(resolve(root, 'remote-evm/dist'), { port: addresses.evm.port, cors: true }),
    serve(resolve(root, 'remote-solana/dist'), { port: addresses.solana.port, cors: true }),
    serve(resolve(root, 'remote-near/dist'), { port: addresses.near.port, cors: true }),
  ]);
  say(`
Linkspan is running at ${addresses.host.url}

  1. Open that address and press "Connect wallet".
  2. Pick "Practice Wallet" under Ethereum, Solana or NEAR, and approve in the window it opens.
  3. Sign something, send something, reload: you are still connected.

Remotes: ${addresses.evm.url}, ${addresses.solana.url}, ${addresses.near.url}
Ctrl-C ends everything.`);

  const asked = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]).then(() => true);
  const ended = await Promise.race([asked, chainProcess.ended.then(() => false)]);
  say(ended ? '\nEnding.' : '\nThe practice chains have ended, so everything ends.');
  await Promise.all([chainProcess.end(), ...servers.map((server) => server.close())]);
});

function readOptions() {
  try {
    return parseArgs({ options: { config: { type: 'string' }, help: { type: 'boolean' } } }).values;
  } catch (error) {
    throw new Plain(`${/** @type {Error} */ (error).message}\n\n${help}`);
  }
}

function readAddressesPlainly() {
  try {
    return readAddresses(process.env);
  } catch (error) {
    throw new Plain(/** @type {Error} */ (error).message);
  }
}

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
