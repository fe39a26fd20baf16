import { solanaAccounts } from '@linkspan/practice/accounts';
import nacl from 'tweetnacl';
import { expect } from 'vitest';
import { latestActivity } from '../page/activity.ts';
import { press, whenAccount, whenStatus } from '../page/card.ts';
import { pick } from '../page/connect.ts';
import { solana } from '../page/families.ts';
import { test } from '../page/journey.ts';

/** A stand-in for a wallet of the time before the Wallet Standard had events: it knows `navigator.wallets` alone. */
test.for(['before', 'after'] as const)(
  'a wallet that pushes to navigator.wallets %s the page has started is listed, connects and signs',
  async (when, { journey }) => {
    const page = await journey.open();
    const [account] = solanaAccounts;
    const { secretKey } = nacl.sign.keyPair.fromSeed(account?.seed ?? new Uint8Array(32));
    await page.exposeFunction('signOutside', (message: readonly number[]) => [
      ...nacl.sign.detached(Uint8Array.from(message), secretKey),
    ]);
    const given = { address: account?.address ?? '', publicKey: [...(account?.publicKey ?? [])] };
    if (when === 'before') {
      await page.addInitScript(push, given);
      await page.reload();
    } else await page.evaluate(push, given);
    await pick(page, solana, 'Quay');
    await whenStatus(page, solana, 'Connected');
    await whenAccount(page, solana, solana.accounts.Harbour);
    await press(page, solana, 'Sign in');
    const line = await latestActivity(page, solana, 'signed');
    expect(await line.locator('[data-state]').count()).toBe(0);
  },
);

interface Given {
  readonly address: string;
  readonly publicKey: readonly number[];
}

type Callback = (api: { register(wallet: object): void }) => void;

interface Stub {
  signOutside(message: readonly number[]): Promise<readonly number[]>;
}

function push({ address, publicKey }: Given): void {
  const { signOutside } = globalThis as unknown as Stub;
  const account = {
    ...{ address, publicKey: Uint8Array.from(publicKey), chains: ['solana:localnet'] },
    features: ['solana:signMessage'],
  };
  const wallet = {
    ...{ version: '1.0.0', name: 'Quay', icon: 'data:image/svg+xml,%3Csvg/%3E', chains: ['solana:localnet'] },
    accounts: [] as object[],
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async ({ silent = false } = {}) => {
          if (!silent) wallet.accounts = [account];
          return { accounts: wallet.accounts };
        },
      },
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: async ({ message }: { readonly message: Uint8Array }) => [
          { signedMessage: message, signature: Uint8Array.from(await signOutside([...message])) },
        ],
      },
    },
  };
  const place = navigator as unknown as { wallets?: { push(...callbacks: Callback[]): void } };
  place.wallets ??= [];
  place.wallets.push(({ register }) => register(wallet));
}
