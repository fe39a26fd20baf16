import {
  type AccountId,
  type Accounts,
  type Approved,
  addressOf,
  failure,
  hasCode,
  LinkspanError,
  networkOf,
  type Port,
  toAccountId,
} from '@linkspan/contract';
import { createMount } from '@linkspan/kit/connector';
import { walletReadMs } from '@linkspan/kit/limits';
import { raceRead } from '@linkspan/kit/race';
import { findNetwork, type Session, type SessionEvents, toKept } from '@linkspan/kit/session';
import { openChain, settle } from './chain.ts';
import { parseAccounts, parseProvider } from './provider.ts';
import type { Caller } from './readers.ts';

/**
 * The connector: a wallet that has agreed, as a session of the kit. Replace, if the wallet rather than the page chooses the
 * network: `switchNetwork`.
 */
export const mount = createMount<'__NAMESPACE__', Caller>({
  open: openSession,
  loadReaders: (port) => port.importCode(['readers'], () => import('./readers.ts')),
  loadSettle: async () => ({ settle }),
});

/** Rejects with `wallet/…`. */
async function openSession(
  { wallet: { name: wallet }, provider: approved, accounts: [first] }: Approved<'__NAMESPACE__'>,
  { networks, signal: ended }: Port<'__NAMESPACE__'>,
  events: SessionEvents<'__NAMESPACE__'>,
): Promise<Session<'__NAMESPACE__', Caller>> {
  const { signal } = events;
  const provider = parseProvider(approved, wallet);
  const chainOf = (account: AccountId) => openChain(findNetwork(networks, networkOf(account), wallet), ended);
  let network = networkOf(first);
  /** In the wallet's own order; the page may take another one than the first into use. */
  let shown = await readAccounts();
  let inUse = shown[0] ?? '';
  let isLocked = false;
  /** Of an older and a later read, the later one counts, whichever is answered first. */
  let [started, answered] = [0, 0];

  async function readAccounts(): Promise<readonly string[]> {
    const limits = { signal, deadlineMs: walletReadMs };
    return parseAccounts(await raceRead(wallet, limits, () => provider.request('accounts')), wallet);
  }

  async function reread(): Promise<void> {
    const turn = ++started;
    const read = await readAccounts().catch((error: unknown) => {
      if (!hasCode(error, 'wallet/locked')) throw error;
    });
    if (signal.aborted || turn < answered) return;
    answered = turn;
    if (read === undefined) {
      if (!isLocked) events.locked(failure('wallet/locked', { wallet }));
      isLocked = true;
    } else if (read.length === 0) events.ended(failure('wallet/revoked', { wallet }));
    else if (isLocked || String(read) !== String(shown)) {
      isLocked = false;
      const [chosen = ''] = read;
      // The page's choice holds until the wallet makes another one.
      if (chosen !== shown[0] || !read.includes(inUse)) inUse = chosen;
      shown = read;
      events.changed(toAccounts());
    }
  }

  function toAccounts(): Accounts<'__NAMESPACE__'> {
    const others = shown.filter((address) => address !== inUse);
    return [toAccountId(network, inUse), ...others.map((address) => toAccountId(network, address))];
  }

  if (inUse === '') throw new LinkspanError('wallet/no-accounts', { wallet });
  const isHeard = provider.onAccounts(() => void reread().catch(() => undefined), signal);

  return {
    get accounts() {
      return toAccounts();
    },
    get capabilities() {
      return [
        ...(['message', 'sign-in', 'send'] as const),
        ...(networks.length > 1 ? (['switchNetwork'] as const) : []),
        ...(shown.length > 1 ? (['switchAccount'] as const) : []),
      ];
    },
    isSilent: !isHeard,
    reread,
    balance: async (account) => chainOf(account).readBalance(account),
    async switchNetwork(id) {
      network = findNetwork(networks, id, wallet).id;
      return toAccounts();
    },
    use(account) {
      inUse = addressOf(account);
    },
    caller: { provider, signal, chain: chainOf },
    async revoke() {
      const limits = { signal: ended, deadlineMs: walletReadMs };
      await raceRead(wallet, limits, () => provider.request('disconnect')).catch(() => {
        throw toKept(wallet);
      });
    },
  };
}
