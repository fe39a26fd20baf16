import type {
  AccountId,
  Attempt,
  Connection,
  Intent,
  SendingIntent,
  WalletListing,
  WalletRef,
} from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import type { SentEntry } from '../ledger/entry.ts';

/** Facts that tests share: a wallet, its accounts and requests. */
export const wallet: WalletListing = {
  id: 'practice',
  name: 'Practice Wallet',
  practice: true,
  reach: 'installed',
};

export const otherWallet: WalletListing = { id: 'rabby', name: 'Rabby', reach: 'installed' };

/** The wallet as a connection names it. */
export const walletRef: WalletRef = { id: wallet.id, name: wallet.name };

export const otherWalletRef: WalletRef = { id: otherWallet.id, name: otherWallet.name };

export const account: AccountId = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

export const otherAccount: AccountId = 'eip155:31337:0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

export const connected: Connection = {
  status: 'connected',
  wallet: walletRef,
  accounts: [account, otherAccount],
  capabilities: ['message', 'sign-in', 'send', 'switchNetwork', 'switchAccount'],
};

/** A send of the page, as a remote reads it. */
export function toSending(account: AccountId, to: string, amount: string): SendingIntent {
  const lines = [{ is: 'amount', value: amount } as const, { is: 'recipient', value: to } as const];
  return { account, method: 'send', asksFor: 'transaction', moves: { to, amount }, lines };
}

export const sending = toSending(
  account,
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '1500000000000000000',
);

/** The same as the form gives it. */
export const sendInput = { kind: 'send', account, ...sending.moves } as const;

export const signing: Intent & { readonly asksFor: 'signature' } = {
  ...{ account, method: 'message', asksFor: 'signature' },
  lines: [{ is: 'text', value: 'Ahoy' }],
};

export const signingIn: Intent & { readonly asksFor: 'signature' } = {
  ...{ account, method: 'sign-in', asksFor: 'signature' },
  lines: [
    { is: 'site', value: 'localhost' },
    { is: 'statement', value: 'Sign in' },
    { is: 'nonce', value: '0123456789abcdef0123456789abcdef' },
    { is: 'until', value: '2026-11-20T12:10:00.000Z' },
  ],
};

/** A send that its wallet has submitted. */
export const submitted: SentEntry = {
  ...{ kind: 'sent', id: 'one', family: 'evm', at: 1_000, intent: sending, transaction: '0xabc' },
  outcome: { state: 'sent', transaction: '0xabc' },
  ...{ checked: 'yes', isEarlier: false, learnedAt: 2_000, isDismissed: false },
};

/** An attempt that waits for the person's approval in the wallet. */
export function asking(wallet: WalletRef = walletRef): Attempt & { state: 'running' } {
  return { state: 'running', id: '1', wallet, progress: { step: 'asking' } };
}

/** Publishes a connection of the first family, and the balance of its account. */
export function connect(shell: { readonly store: Store }, connection: Connection = connected): void {
  const { lease } = shell.store.openLease('evm');
  shell.store.publishRemote('evm', { stage: 'mounted', release: { remote: 'remote-evm', version: '0.1.0' } });
  lease.publishConnection(connection);
  if ('accounts' in connection)
    lease.publishBalance({
      account: connection.accounts[0],
      amount: '9998420000000000000001',
    });
}
