import {
  type Approved,
  type Discover,
  type Discovery,
  hasCode,
  LinkspanError,
  Misshapen,
  type NetworkId,
  oneOf,
  raceAttempt,
  raceRead,
  record,
  toAccountId,
  type WalletListing,
} from '@linkspan/contract';
import { type Announced, hearAnnounced } from './announced.ts';
import { absentOf } from './catalog.ts';
import { toWalletError } from './failures.ts';
import { type Account, ask, canAsk, parseConnected } from './provider.ts';

type Solana = 'solana';

const practiceName = 'Practice Wallet';
const options = record({}, { practice: oneOf([true]) });

/** Lists the wallets that register by the Wallet Standard, and those that the team knows. Throws `config/malformed`. */
export const discover: Discover<Solana> = (port) => {
  const { practice = false } = parseOptions(port.options);
  const publish = (here: readonly Announced[]) =>
    port.publish([...here.map((wallet) => toListing(wallet, practice)), ...toAbsent(here)]);
  const announced = hearAnnounced(globalThis.window, port.signal, publish);
  if (announced.list().length === 0) publish([]);

  return {
    async attempt(walletId, { id, network, ...asked }) {
      const wallet = announced.find(walletId);
      if (wallet === undefined) throw new LinkspanError('wallet/absent', { wallet: walletId });
      const accounts = await raceAttempt(wallet.name, asked, {
        ask: () => connect(wallet, false),
        undo: () => disconnect(wallet),
      });
      return toApproved(wallet, { id, network, accounts });
    },
    async restore(walletId, { id, network, ...limits }) {
      let wallet: Announced | undefined;
      const ended = new AbortController();
      try {
        return await raceRead(walletId, limits, async () => {
          wallet = await announced.whenHere(walletId, ended.signal);
          const accounts = await connect(wallet, true);
          return accounts.length === 0 ? undefined : toApproved(wallet, { id, network, accounts });
        });
      } catch (error) {
        // Asked silently, some wallets reject where others answer with no account.
        if (hasCode(error, 'wallet/rejected')) return undefined;
        if (wallet !== undefined || !hasCode(error, 'wallet/timeout')) throw error;
        throw new LinkspanError('wallet/absent', { wallet: walletId }, { cause: error });
      } finally {
        ended.abort();
      }
    },
    resume: async () => undefined,
  } satisfies Discovery<Solana>;
};

function parseOptions(value: unknown): { readonly practice?: true } {
  try {
    return options(value ?? {}, 'options');
  } catch (cause) {
    if (!(cause instanceof Misshapen)) throw cause;
    throw new LinkspanError('config/malformed', { place: cause.place, expected: cause.expected }, { cause });
  }
}

function toListing({ id, name, icon }: Announced, practice: boolean): WalletListing {
  return {
    id,
    name,
    reach: 'installed',
    ...(icon === undefined ? {} : { icon }),
    ...(practice && name.endsWith(practiceName) ? { practice } : {}),
  };
}

function toAbsent(here: readonly Announced[]): readonly WalletListing[] {
  return absentOf(here.map(({ name }) => name)).map(({ name, installUrl }) => ({
    id: name,
    name,
    reach: 'absent',
    installUrl,
  }));
}

async function connect({ provider, name }: Announced, silent: boolean): Promise<readonly Account[]> {
  const method = 'standard:connect';
  const answer = await ask(provider, method, silent ? { silent } : {}).catch((error: unknown) => {
    throw toWalletError(error, { wallet: name, method });
  });
  return parseConnected(answer, name);
}

/** A wallet that lacks it keeps its permission. */
async function disconnect({ provider }: Announced): Promise<void> {
  if (canAsk(provider, 'standard:disconnect')) await ask(provider, 'standard:disconnect');
}

function toApproved(
  { id, name, icon, provider }: Announced,
  given: {
    readonly id: string;
    readonly network: NetworkId<Solana>;
    readonly accounts: readonly Account[];
  },
): Approved<Solana> {
  const [first, ...rest] = given.accounts.map(({ address }) => toAccountId(given.network, address));
  if (first === undefined) throw new LinkspanError('wallet/no-accounts', { wallet: name });
  return {
    attempt: given.id,
    wallet: { id, name, ...(icon === undefined ? {} : { icon }) },
    accounts: [first, ...rest],
    provider,
  };
}
