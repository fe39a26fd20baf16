import type {
  AccountId,
  Attempt,
  Connection,
  SendRequest,
  SignInRequest,
  WalletListing,
  WalletRef,
} from '@linkspan/contract';
import type { SentEntry } from '../ui/activity/say-outcome.ts';
import type { FakeShell } from './fake-shell.ts';

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
  capabilities: ['signMessage', 'signIn', 'send', 'switchNetwork', 'switchAccount'],
};

export const sending: SendRequest = {
  kind: 'send',
  account,
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  amount: '1500000000000000000',
};

export const signingIn: SignInRequest = {
  kind: 'sign-in',
  account,
  domain: 'localhost',
  uri: 'http://localhost',
  statement: 'Sign in',
  nonce: '0123456789abcdef0123456789abcdef',
  issuedAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-11-20T12:10:00.000Z',
};

/** A send that its wallet has submitted. */
export const submitted: SentEntry = {
  ...{ kind: 'sent', id: 'one', family: 'evm', at: 1_000, intent: sending, transaction: '0xabc' },
  outcome: { state: 'sent', transaction: '0xabc' },
  ...{ checked: 'yes', isEarlier: false, isLookedFor: false, isDismissed: false },
};

/** An attempt that waits for the person's approval in the wallet. */
export function asking(wallet: WalletRef = walletRef): Attempt & { state: 'running' } {
  return { state: 'running', id: '1', wallet, progress: { step: 'asking' } };
}

/** Publishes a connection of the first family, and the balance of its account. */
export function connect(shell: FakeShell, connection: Connection = connected): void {
  const { lease } = shell.store.openLease('evm');
  shell.store.publishRemote('evm', { stage: 'mounted', release: { remote: 'remote-evm', version: '0.1.0' } });
  lease.publishConnection(connection);
  if ('accounts' in connection)
    lease.publishBalance({
      account: connection.accounts[0],
      amount: '9998420000000000000001',
      decimals: 18,
      symbol: 'ETH',
    });
}
