import {
  type Accounts,
  type Approved,
  type AttemptOptions,
  type Discover,
  type Discovery,
  hasCode,
  LinkspanError,
  Misshapen,
  oneOf,
  type RestoreOptions,
  raceAttempt,
  raceRead,
  record,
  toAccountId,
  type WalletListing,
} from '@linkspan/contract';
import { type Announced, hearAnnounced } from './announced.ts';
import { absentOf, catalog } from './catalog.ts';
import { toWalletError } from './failures.ts';
import { accountsPermission, type Provider, parseAddresses, parseNetworkId } from './provider.ts';

type Eip155 = 'eip155';

const practicePrefix = 'practice.linkspan';
const options = record({}, { practice: oneOf([true]) });

/** Lists the wallets that announce themselves by EIP-6963, and those that the team knows. Throws `config/malformed`. */
export const discover: Discover<Eip155> = (port) => {
  const { practice = false } = parseOptions(port.options);
  const publish = (here: readonly Announced[]) =>
    port.publish([...here.map((wallet) => toListing(wallet, practice)), ...toAbsent(here)]);
  const announced = hearAnnounced(globalThis.window, port.signal, publish);
  publish(announced.list());

  return {
    async attempt(walletId, asked) {
      const wallet = announced.find(walletId);
      if (wallet === undefined) throw new LinkspanError('wallet/absent', { wallet: nameOf(walletId) });
      return attempt(wallet, asked);
    },
    async restore(walletId, asked) {
      let wallet: Announced | undefined;
      const ended = new AbortController();
      try {
        return await raceRead(nameOf(walletId), asked, async () => {
          wallet = await announced.whenHere(walletId, ended.signal);
          return readSilently(wallet, asked);
        });
      } catch (error) {
        if (wallet !== undefined || !hasCode(error, 'wallet/timeout')) throw error;
        throw new LinkspanError('wallet/absent', { wallet: nameOf(walletId) }, { cause: error });
      } finally {
        ended.abort();
      }
    },
    resume: async () => undefined,
  } satisfies Discovery<Eip155>;
};

function parseOptions(value: unknown): { readonly practice?: true } {
  try {
    return options(value ?? {}, 'options');
  } catch (cause) {
    if (!(cause instanceof Misshapen)) throw cause;
    throw new LinkspanError('config/malformed', { place: cause.place, expected: cause.expected }, { cause });
  }
}

function toListing({ id, name, rdns, icon }: Announced, practice: boolean): WalletListing {
  return {
    id,
    name,
    identity: rdns,
    reach: 'installed',
    ...(icon === undefined ? {} : { icon }),
    ...(practice && rdns.startsWith(practicePrefix) ? { practice } : {}),
  };
}

function toAbsent(announced: readonly Announced[]): readonly WalletListing[] {
  return absentOf(announced.map(({ rdns }) => rdns)).map(({ rdns, name, installUrl }) => ({
    id: rdns,
    name,
    identity: rdns,
    reach: 'absent',
    installUrl,
  }));
}

function nameOf(walletId: string): string {
  return catalog.find(({ rdns }) => rdns === walletId)?.name ?? walletId;
}

async function attempt(wallet: Announced, asked: AttemptOptions<Eip155>): Promise<Approved<Eip155>> {
  const { provider, name } = wallet;
  const addresses = await raceAttempt(name, asked, {
    ask: async () => parseAddresses(await ask(wallet, 'eth_requestAccounts'), name),
    undo: () => revoke(provider),
  });
  try {
    return toApproved(wallet, asked.id, addresses, await raceRead(name, asked, () => readNetwork(wallet)));
  } catch (error) {
    if (asked.signal.aborted && asked.mayUndo()) revoke(provider).catch(() => undefined);
    throw error;
  }
}

async function readSilently(
  wallet: Announced,
  { id }: RestoreOptions<Eip155>,
): Promise<Approved<Eip155> | undefined> {
  const addresses = parseAddresses(await ask(wallet, 'eth_accounts'), wallet.name);
  return addresses.length === 0 ? undefined : toApproved(wallet, id, addresses, await readNetwork(wallet));
}

async function readNetwork(wallet: Announced) {
  return parseNetworkId(await ask(wallet, 'eth_chainId'), wallet.name);
}

async function ask({ provider, name }: Announced, method: string): Promise<unknown> {
  try {
    return await provider.request({ method });
  } catch (error) {
    throw toWalletError(error, { wallet: name, method });
  }
}

/** MIP-2. A wallet that lacks it keeps its permission. */
async function revoke(provider: Provider): Promise<void> {
  await provider.request({ method: 'wallet_revokePermissions', params: accountsPermission });
}

function toApproved(
  { id, name, icon, provider }: Announced,
  attemptId: string,
  addresses: readonly string[],
  network: `eip155:${string}`,
): Approved<Eip155> {
  const [first, ...rest] = addresses.map((address) => toAccountId(network, address));
  if (first === undefined) throw new LinkspanError('wallet/no-accounts', { wallet: name });
  const accounts: Accounts<Eip155> = [first, ...rest];
  return {
    attempt: attemptId,
    wallet: { id, name, ...(icon === undefined ? {} : { icon }) },
    accounts,
    provider,
  };
}
