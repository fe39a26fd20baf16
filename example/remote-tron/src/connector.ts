import {
  type AccountId,
  type Approved,
  failure,
  LinkspanError,
  networkOf,
  type Port,
  toAccountId,
} from '@linkspan/contract';
import { createMount } from '@linkspan/kit/connector';
import { walletReadMs } from '@linkspan/kit/limits';
import { raceRead, raceRequest } from '@linkspan/kit/race';
import { findNetwork, type Session, type SessionEvents, toKept } from '@linkspan/kit/session';
import { parseVerified } from './address.ts';
import { openChain, settle } from './chain.ts';
import { parseNetworkId, parseProvider, toSwitch } from './provider.ts';
import type { Caller } from './readers.ts';

/** The connector of the family `tron`: a wallet of TIP-1193, which shows one account on the network that it has chosen. */
export const mount = createMount<'tron', Caller>({
  open: openSession,
  loadReaders: (port) => port.importCode(['readers'], () => import('./readers.ts')),
  loadSettle: async () => ({ settle }),
});

/** Rejects with `wallet/…`. */
async function openSession(
  { wallet: { name: wallet }, provider: approved }: Approved<'tron'>,
  { networks, signal: ended }: Port<'tron'>,
  events: SessionEvents<'tron'>,
): Promise<Session<'tron', Caller>> {
  const { signal } = events;
  const provider = parseProvider(approved, wallet);
  const chainOf = (account: AccountId) => openChain(findNetwork(networks, networkOf(account), wallet), ended);
  const found = await readAccount();
  if (found === undefined) throw new LinkspanError('wallet/no-accounts', { wallet });
  let account = found;
  let isHidden = false;
  /** Of an older and a later read, the later one counts, whichever is answered first. */
  let [started, answered] = [0, 0];

  /** Undefined if the wallet shows none. */
  async function readAccount(): Promise<AccountId<'tron'> | undefined> {
    const address = parseVerified(provider.shown(), wallet);
    if (address === undefined) return undefined;
    const limits = { signal, deadlineMs: walletReadMs };
    const chain = await raceRead(wallet, limits, () => provider.request('eth_chainId'));
    return toAccountId(parseNetworkId(chain, wallet), address);
  }

  async function reread(): Promise<void> {
    const turn = ++started;
    const read = await readAccount();
    if (signal.aborted || turn < answered) return;
    answered = turn;
    if (read === undefined) {
      // It does not tell whether it is locked or has taken its permission back.
      if (!isHidden) events.locked(failure('wallet/locked-or-ended', { wallet }));
      isHidden = true;
    } else if (isHidden || read !== account) {
      isHidden = false;
      account = read;
      events.changed([account]);
    }
  }

  const isHeard = provider.onChange(() => void reread().catch(() => undefined), signal);

  return {
    get accounts() {
      return [account] as const;
    },
    get capabilities() {
      const isOfPage = networks.some(({ id }) => id === networkOf(account));
      return [
        ...(isOfPage ? (['message', 'sign-in', 'send'] as const) : []),
        ...(networks.length > 1 || !isOfPage ? (['switchNetwork'] as const) : []),
      ];
    },
    isSilent: !isHeard,
    reread,
    balance: async (one) => chainOf(one).readBalance(one),
    async switchNetwork(id) {
      const { title } = findNetwork(networks, id, wallet);
      await raceRequest(wallet, signal, () => provider.request(...toSwitch(id)));
      await reread();
      if (networkOf(account) !== id)
        throw new LinkspanError('wallet/network-unsupported', { wallet, network: title });
      return [account];
    },
    use: () => undefined,
    caller: { provider, signal, chain: chainOf },
    async revoke() {
      const limits = { signal: ended, deadlineMs: walletReadMs };
      const ask = () => provider.request('wallet_revokePermissions', [{ eth_accounts: {} }]);
      await raceRead(wallet, limits, ask).catch(() => {
        throw toKept(wallet);
      });
    },
  };
}
