import { execFile } from 'node:child_process';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createFakeLinkspan } from '../../../shared/app/src/testing.ts';
import { ferry } from '../../practice/src/ferry.ts';
import { temporaryFolder } from './testing/folders.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The packages that the application needs, as this repository has them. */
const packages = {
  '@linkspan/app': 'shared/app',
  '@linkspan/vite': 'tools/vite',
  '@solana/kit': 'shared/app/node_modules/@solana/kit',
  viem: 'shared/app/node_modules/viem',
  vite: 'tools/vite/node_modules/vite',
};

/** A copy of the application with its packages; returns its folder. */
async function install(): Promise<string> {
  const folder = await temporaryFolder();
  await cp(join(root, 'tools/release/template/app'), folder, { recursive: true });
  for (const [name, path] of Object.entries(packages)) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(root, path), link, 'junction');
  }
  return folder;
}

const accounts = {
  eip155: 'eip155:31337:0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  solana: 'solana:AHcFC3Dtb1G8JgScmLzFxSjR3fVTqpEf:11111111111111111111111111111112',
  near: 'near:practice:ann.practice',
};
type Namespace = keyof typeof accounts;
const namespaces = Object.keys(accounts) as Namespace[];

class Button extends EventTarget {
  isDisabled = true;
  toggleAttribute(_: 'disabled', isSet: boolean): void {
    this.isDisabled = isSet;
  }
}

/** Runs the application on a fake of a page, whose wallets are connected to the second network of their families. */
async function openApplication() {
  const folder = await install();
  const network = { title: 'Practice', symbol: 'COIN', decimals: 9 };
  const fake = createFakeLinkspan(
    namespaces.map((namespace) => ({
      ...{ id: `my-${namespace}`, title: namespace, namespace },
      networks: [
        { ...network, id: `${namespace}:first`, rpc: ['http://first.example/'] },
        {
          ...{ ...network, rpc: ['http://second.example/'] },
          id: accounts[namespace].slice(0, accounts[namespace].lastIndexOf(':')) as `${string}:${string}`,
        },
      ],
    })),
  );
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'linkspanPage'));
  const sections = Object.fromEntries(
    namespaces.map((name) => [name, { button: new Button(), output: { textContent: '' } }]),
  );
  const querySelector = (selector: string) => {
    const [, name = '', element] = /^#(\w+) (button|output)$/.exec(selector) ?? [];
    return element ? sections[name]?.[element as 'button' | 'output'] : undefined;
  };
  vi.stubGlobal('document', { querySelector });
  await import(pathToFileURL(join(folder, 'src/main.ts')).href);
  return {
    fake,
    connectAll: () => namespaces.forEach((name) => void fake.connect(`my-${name}`, accounts[name])),
    listDisabled: () => namespaces.filter((name) => sections[name]?.button.isDisabled),
    /** Presses the button of a family; resolves with the outcome that is shown. */
    async press(name: Namespace): Promise<string> {
      const { button, output } = sections[name] as NonNullable<(typeof sections)[string]>;
      button.dispatchEvent(new Event('click'));
      await vi.waitFor(() => expect(output.textContent).not.toMatch(/^Waiting/));
      return output.textContent;
    },
  };
}

it('the application of the template has no error of types', async () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  // The packages are their sources here.
  const args = [tsc, '-p', await install(), '--allowImportingTsExtensions'];
  const checking = promisify(execFile)(process.execPath, args);
  await expect(checking.catch(({ stdout }) => stdout)).resolves.toMatchObject({ stdout: '' });
});

it('each button is disabled until the wallet of its family is connected', async () => {
  const { fake, connectAll, listDisabled } = await openApplication();
  expect(listDisabled()).toEqual(namespaces);
  connectAll();
  await vi.waitFor(() => expect(listDisabled()).toEqual([]));
  fake.disconnect('my-near');
  await vi.waitFor(() => expect(listDisabled()).toEqual(['near']));
});

it('each button shows what came of its action, on the network of the wallet', async () => {
  const { fake, connectAll, press } = await openApplication();
  const hash = `0x${'ab'.repeat(32)}`;
  const answers: Readonly<Record<string, unknown>> = {
    eth_call: `0x${'7'.padStart(64, '0')}`,
    eth_sendTransaction: hash,
    eth_getTransactionReceipt: { status: '0x1', blockNumber: '0x1', transactionHash: hash, logs: [] },
    eth_blockNumber: '0x2',
    'solana:signAndSendTransaction': { signature: '1'.repeat(64) },
    near_signAndSendTransaction: { transaction: { hash: 'hash' } },
    near_callFunction: '7',
  };
  const asked: [string, unknown][] = [];
  fake.answers.call = (_, method, params) => {
    asked.push([method, params]);
    return answers[method];
  };
  const value = { blockhash: '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu', lastValidBlockHeight: 9 };
  const fetch = vi.fn(async (_: string) => Response.json({ jsonrpc: '2.0', id: '0', result: { value } }));
  vi.stubGlobal('fetch', fetch);
  connectAll();
  expect(await Promise.all(namespaces.map(press))).toEqual([
    'The number is 7.',
    `The memo is in transaction ${'1'.repeat(64)}.`,
    'The fee is 7.',
  ]);
  expect(fetch.mock.calls.map(([url]) => url)).toEqual(['http://second.example/']);
  const to = ferry.evm;
  const data = `0x60fe47b1${'8'.padStart(64, '0')}`;
  expect(asked).toContainEqual(['eth_sendTransaction', [expect.objectContaining({ to, data })]]);
  const params = { methodName: 'set_fee', args: { fee: '7' }, gas: '30000000000000', deposit: '1' };
  const actions = [{ type: 'FunctionCall', params }];
  expect(asked).toContainEqual(['near_signAndSendTransaction', { receiverId: ferry.near, actions }]);
});

it('each button shows the code of a failure, which libraries have wrapped', async () => {
  const { fake, connectAll, press } = await openApplication();
  connectAll();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  fake.answers.failure = { code: 'wallet/rejected', context: { wallet: 'Fake Wallet' } };
  expect(await press('eip155')).toBe('wallet/rejected');
  expect(await press('near')).toBe('wallet/rejected');
  expect(await press('solana')).toBe('TypeError: Failed to fetch');
});
