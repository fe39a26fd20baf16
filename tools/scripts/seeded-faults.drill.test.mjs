import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openExample } from '@linkspan/stack/examples';
import { root } from '@linkspan/stack/root';
import { execa } from 'execa';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';

/** Where the example is installed. @type {string} */
let sound;
beforeAll(async () => {
  const { from, close } = await openExample(join(root, 'example/remote-tron'));
  await close();
  sound = from;
}, 240_000);

/** Builds the example with a text replaced in one of its files, and checks it. @param {{file: string, from: string, to: string}} edit */
async function check({ file, from, to }) {
  const folder = await mkdtemp(join(tmpdir(), 'linkspan-faulty-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(sound, folder, { recursive: true, filter: (path) => !/node_modules|[\\/]dist$/.test(path) });
  await symlink(join(sound, 'node_modules'), join(folder, 'node_modules'));
  const text = await readFile(join(folder, 'src', file), 'utf8');
  expect(text).toContain(from);
  await writeFile(join(folder, 'src', file), text.replace(from, to));
  const { VITEST, NODE_ENV, ...env } = process.env;
  const options = { cwd: folder, env, extendEnv: false, reject: false };
  const built = await execa('npx', ['linkspan', 'build', '--dirty', '--sequence', '1'], options);
  expect(built.exitCode, built.stderr).toBe(0);
  const { exitCode, stdout } = await execa('npx', ['linkspan', 'check', '--json'], options);
  const { results } = JSON.parse(stdout);
  return { exitCode, failures: [results.static, results.conformance].flatMap((one) => one?.failures ?? []) };
}

/** What a developer gets wrong: where, the right code, the wrong one, and the sentence that tells it. */
const faults = /** @type {const} */ ([
  [
    'asks at a restore',
    'discovery.ts',
    'parseShown(provider.shown(), name);\n  // A locked',
    "parseShown(field(await provider.request('eth_requestAccounts'), '0'), name);\n  // A locked",
    'restores nothing if the wallet grants nothing, and asks nobody',
  ],
  [
    'approves on a network that the page does not have',
    'discovery.ts',
    'return { address, network };',
    "return { address, network: 'tron:0x11111111' as const };",
    'approves with accounts of its own namespace, all on one network of the page',
  ],
  [
    'undoes no late approval',
    'discovery.ts',
    "void (await provider.request('wallet_revokePermissions', [{ eth_accounts: {} }]))",
    'undefined',
    'ends a cancelled attempt at once, and undoes an approval that comes later',
  ],
  [
    'passes on the wallet’s own error',
    'discovery.ts',
    'throw await toWalletErrorLater(error, { wallet: name, method, before }, port);',
    'throw before ? error : await toWalletErrorLater(error, { wallet: name, method }, port);',
    'rejects with wallet/rejected if the person rejects, and can be tried again',
  ],
  [
    'does not follow the wallet',
    'connector.ts',
    'provider.onChange(() => void reread().catch(() => undefined), signal)',
    'provider.onChange(() => undefined, signal)',
    'follows the account that is taken into use inside the wallet',
  ],
  [
    'shows a balance of its own',
    'chain.ts',
    'const amount = String(balance);',
    "const amount = balance === 0 ? '0' : '7';",
    'sends, reports that it has landed, and then reads another balance',
  ],
  [
    'notes nothing before it sends',
    'readers.ts',
    'noted(writeNote(unsigned));',
    'void noted, writeNote;',
    'finds a send by what it noted before the wallet was asked, or calls it unknown',
  ],
  [
    'keeps the permission, and does not say so',
    'connector.ts',
    'await raceRead(wallet, limits, ask).catch(() => {\n        throw toKept(wallet);\n      });',
    'void limits, ask, raceRead, toKept;',
    'publishes disconnected, gives the permission back, and no longer follows the wallet',
  ],
  [
    'refuses a recipient without a code',
    'address.ts',
    "throw toRecipientError(value, 'Tron');",
    "void toRecipientError;\n  throw new Error('No.');",
    'gives a code to the refusal of a recipient and of an amount that are none',
  ],
  [
    'loads a hash before the list',
    'discovery.ts',
    "import { type Method, type Provider, parseNetworkId, parseShown, toSwitch } from './provider.ts';",
    "import { parseVerified as parseShown } from './address.ts';\nimport { type Method, type Provider, parseNetworkId, toSwitch } from './provider.ts';",
    'bytes compressed, and at most',
  ],
]);

describe('linkspan check finds a remote that', () => {
  it.each(faults)('%s', async (_, file, from, to, sentence) => {
    const { exitCode, failures } = await check({ file, from, to });
    expect([exitCode, failures]).toEqual([1, expect.arrayContaining([expect.stringContaining(sentence)])]);
  });
});
