import { act, createElement, type ReactElement, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getLinkspan } from './linkspan.ts';
import type { PageFamily } from './page.ts';
import {
  AccountCards,
  Accounts,
  ConnectButton,
  useAccounts,
  useBalance,
  useConnection,
  useLinkspan,
} from './react.ts';
import { createFakeLinkspan, type FakeLinkspan } from './testing.ts';

const toFamily = (id: string, namespace: string, symbol: string): PageFamily => ({
  ...{ id, namespace, title: id },
  networks: [{ id: `${namespace}:1`, title: 'One', rpc: ['http://localhost:1/'], symbol, decimals: 18 }],
});
const account = 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

let fake: FakeLinkspan;
let root: Root;
let main: HTMLElement;
let renders: number;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  fake = createFakeLinkspan([toFamily('evm', 'eip155', 'ETH'), toFamily('near', 'near', 'NEAR')]);
  main = document.body.appendChild(document.createElement('main'));
  root = createRoot(main);
  renders = 0;
});
afterEach(async () => {
  await act(async () => root.unmount());
  main.remove();
  Reflect.deleteProperty(globalThis, 'linkspanPage');
});

/** How many listeners the stores of all families have. */
function countListeners(): number {
  const stores = fake.linkspan.families.flatMap(({ $connection, $balance }) => [$connection, $balance]);
  return stores.reduce((sum, store) => sum + (store as unknown as { lc: number }).lc, 0);
}

function App(): ReactElement {
  renders += 1;
  const connection = useConnection('evm');
  const balance = useBalance('evm');
  const accounts = useAccounts();
  const { families } = useLinkspan();
  const lines = [
    connection.status,
    'address' in connection ? connection.address : '',
    String(balance?.amount ?? ''),
    accounts.map(({ family, network }) => `${family} ${network}`).join(),
    String(families.length),
  ];
  return createElement('p', {}, lines.join('|'));
}

it.each([false, true])(
  'renders again when a wallet connects, and leaves no listener; in StrictMode: %s',
  async (isStrict) => {
    const app = createElement(App);
    const before = countListeners();
    await act(async () => root.render(isStrict ? createElement(StrictMode, {}, app) : app));
    expect(main.textContent).toBe('disconnected||||2');
    expect(countListeners()).toBeGreaterThan(before);
    await act(async () => fake.connect('evm', account));
    await act(async () => fake.setBalance('evm', 5n));
    await act(async () => fake.connect('near', 'near:1:harbour.near'));
    expect(main.textContent).toBe(`connected|${account.split(':')[2]}|5|evm eip155:1,near near:1|2`);
    const shown = renders;
    await act(async () => fake.connect('near', 'near:1:harbour.near'));
    expect(renders).toBe(shown);
    await act(async () => fake.disconnect('evm'));
    expect(main.textContent).toContain('disconnected||5|near near:1');
    await act(async () => root.render(null));
    expect(countListeners()).toBe(before);
  },
);

function Unknown(): ReactElement {
  return createElement('p', {}, useConnection('solana').status);
}

it('renders the elements', async () => {
  const all = [ConnectButton, Accounts, AccountCards].map((element) =>
    createElement(element, { key: element.name }),
  );
  await act(async () => root.render(all));
  expect([...main.children].map(({ localName }) => localName)).toEqual([
    'linkspan-connect',
    'linkspan-accounts',
    'linkspan-shell',
  ]);
});

it('throws while rendering for a family that the page does not have', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await expect(act(async () => root.render(createElement(Unknown)))).rejects.toMatchObject({
    code: 'remote/unknown-family',
  });
});

it('follows the wallets of the page', () => {
  expect(getLinkspan()).toBe(fake.linkspan);
});
