import {
  type Approved,
  type AttemptOptions,
  codeOf,
  type Discovery,
  type DiscoveryPort,
  field,
  LinkspanError,
  messageOf,
  type RemotePort,
  type RestoreOptions,
  toAccountId,
  type WalletListing,
} from '@linkspan/contract';
import type { RequestContext } from '../failures.ts';
import { raceRead } from '../race.ts';
import type { Announced, Announcements } from './announcements.ts';
import { isClaimedBy, type KnownWallet, nameOf } from './claims.ts';

export * from './announcements.ts';
export * from './claims.ts';

/** The reason to load a wallet: an attempt, a restore, or only to have it in time. */
export type LoadRequest<Namespace extends string> =
  | AttemptOptions<Namespace>
  | RestoreOptions<Namespace>
  | Pick<RestoreOptions<Namespace>, 'network'>;

/** A wallet whose code is part of the remote. */
export type Loaded<Provider> = Pick<Announced<Provider>, 'provider' | 'own'>;

/** How a family discovers its wallets, and asks them. */
interface Asking<Namespace extends string, Provider> {
  listen(
    page: EventTarget,
    port: DiscoveryPort<Namespace>,
    changed: (here: readonly Announced<Provider>[]) => void,
    known: readonly KnownWallet[],
  ): Announcements<Provider>;
  attempt(
    wallet: Announced<Provider>,
    asked: AttemptOptions<Namespace>,
    port: DiscoveryPort<Namespace>,
  ): Promise<Approved<Namespace>>;
  /** Without a prompt; undefined if the wallet has taken its permission back. */
  restore(
    wallet: Announced<Provider>,
    asked: RestoreOptions<Namespace>,
    port: DiscoveryPort<Namespace>,
  ): Promise<Approved<Namespace> | undefined>;
  /**
   * A known wallet that is not here: see `openInPress`. Undefined if the wallet does not know the network,
   * or has nothing to restore.
   */
  load?(
    known: KnownWallet,
    asked: LoadRequest<Namespace>,
    port: DiscoveryPort<Namespace>,
  ): Promise<Loaded<Provider> | undefined>;
}

/**
 * The discovery of a family all whose wallets announce themselves in the page. Lists them, and those that the team
 * knows.
 */
export function openDiscovery<Namespace extends string, Provider>(
  port: DiscoveryPort<Namespace>,
  known: readonly KnownWallet[],
  { listen, attempt, restore, load }: Asking<Namespace, Provider>,
): Discovery<Namespace> {
  const practice = field(port.options, 'practice') === true;
  const publish = (here: readonly Announced<Provider>[]) => port.publish(toListings(here, known, practice));
  const announced = listen(window, port, publish, known);
  if (announced.list().length === 0) publish([]);

  /** Loads a wallet that does not announce itself. */
  async function open(
    walletId: string,
    asked: LoadRequest<Namespace>,
  ): Promise<Announced<Provider> | undefined> {
    const wallet = known.find(({ id, reach, isHere }) => id === walletId && (reach || isHere?.()));
    const loaded = wallet && (await load?.(wallet, asked, port));
    return loaded && { id: walletId, name: wallet.name, ...loaded };
  }

  return {
    prepare(walletId) {
      const network = port.networks[0].id;
      if (!announced.find(walletId)) open(walletId, { network }).catch(() => undefined);
    },
    async attempt(walletId, asked) {
      const wallet = announced.find(walletId) ?? (await open(walletId, asked));
      if (wallet === undefined) throw new LinkspanError('wallet/absent', { wallet: nameOf(walletId, known) });
      return attempt(wallet, asked, port);
    },
    restore(walletId, asked) {
      // A wallet that cannot be restored may still announce itself.
      const loaded = open(walletId, asked).then((wallet) => wallet ?? new Promise<never>(() => undefined));
      const whenHere = () => Promise.race([announced.whenHere(walletId), loaded]);
      return readOnceHere({ name: nameOf(walletId, known), whenHere }, asked, (wallet) =>
        restore(wallet, asked, port),
      );
    },
  };
}

/**
 * The wallets that are here, then the known ones that are not, with how their apps open this page. If the
 * page allows practice wallets, those that say so of themselves are marked.
 */
export function toListings(
  here: readonly Announced<unknown>[],
  known: readonly KnownWallet[],
  practice = false,
): readonly WalletListing[] {
  return [
    ...here.map(({ provider: _, own: __, ...row }) => ({ ...row, reach: 'installed' })),
    ...known.filter((wallet) => !here.some((one) => isClaimedBy(wallet, one))).map(toKnownListing),
  ].map((row) => (practice && /practice/i.test(row.id) ? { ...row, practice } : row) as WalletListing);
}

function toKnownListing({ otherIds: _, isHere, openUrl, ...row }: KnownWallet) {
  const { id, name } = row;
  if (isHere?.()) return { id, name, reach: 'installed' };
  const opens = openUrl ? { openUrl: openUrl(toPage(window.location)) } : {};
  return { ...row, reach: row.reach ?? 'absent', ...opens };
}

/** The page without query and fragment, which may be private. */
function toPage({ origin, pathname }: Location): URL {
  return new URL(origin + pathname);
}

/**
 * Reads from a wallet once it is here, both within the deadline; `name` as people call it. Rejects with `wallet/absent` if it did not come,
 * `wallet/timeout` if it came and did not answer, `wallet/cancelled`.
 */
export async function readOnceHere<Wallet, Answer>(
  { name, whenHere }: { readonly name: string; whenHere(): Promise<Wallet> },
  { signal, deadlineMs }: Pick<RestoreOptions, 'signal' | 'deadlineMs'>,
  read: (wallet: Wallet) => Promise<Answer>,
): Promise<Answer> {
  let isHere = false;
  let isOver = false;
  try {
    return await raceRead(name, { signal, deadlineMs }, async () => {
      const wallet = await whenHere();
      // A wallet that comes too late is not read.
      if (isOver) throw new LinkspanError('wallet/timeout', { wallet: name });
      isHere = true;
      return read(wallet);
    });
  } catch (cause) {
    // A wallet whose code did not load is not absent.
    if (isHere || signal.aborted || codeOf(cause)?.startsWith('loader/')) throw cause;
    throw new LinkspanError('wallet/absent', { wallet: name }, { cause });
  } finally {
    isOver = true;
  }
}

/**
 * An approved wallet; its address in use comes first. Its `provider` is a `Handed` of the kit's sessions. Throws
 * `wallet/no-accounts`.
 */
export function toApproved<Namespace extends string>(
  { provider, own, identity: _, ...wallet }: Announced<unknown>,
  {
    id,
    network,
    addresses,
  }: Pick<RestoreOptions<Namespace>, 'id' | 'network'> & { readonly addresses: readonly string[] },
): Approved<Namespace> {
  const [first, ...rest] = addresses.map((address) => toAccountId(network, address));
  if (first === undefined) throw new LinkspanError('wallet/no-accounts', { wallet: wallet.name });
  return { attempt: id, wallet, accounts: [first, ...rest], provider: { provider, own } };
}

/**
 * A wallet's error as by `toWalletError`, whose code is loaded at the first error. If that does not load, a rejection is
 * known by its number, and any other error by its text.
 */
export async function toWalletErrorLater(
  thrown: unknown,
  asked: RequestContext,
  port: Pick<RemotePort, 'importCode'>,
): Promise<Error> {
  const { wallet, before } = asked;
  try {
    const { toWalletError } = await port.importCode(['failures'], () => import('../failures.ts'));
    return toWalletError(thrown, asked);
  } catch {
    const refused = before === 'restore' ? 'wallet/refuses' : 'wallet/rejected';
    const code = field(thrown, 'code') === 4001 ? refused : 'wallet/failed';
    return new LinkspanError(code, { wallet, detail: messageOf(thrown).slice(0, 300) }, { cause: thrown });
  }
}
