import {
  type Approved,
  type AttemptOptions,
  type Discovery,
  type DiscoveryPort,
  LinkspanError,
  type RestoreOptions,
} from '@linkspan/contract';
import type { Announced, Announcements } from './announcements.ts';
import { type KnownWallet, nameOf } from './known-wallet.ts';
import { parseOptions } from './parse-options.ts';
import { readOnceHere } from './read-once-here.ts';
import { toListings } from './to-listings.ts';

/** How a family hears of its wallets, and asks them. */
interface Asking<Namespace extends string, Provider> {
  hear(
    page: EventTarget,
    port: DiscoveryPort<Namespace>,
    changed: (here: readonly Announced<Provider>[]) => void,
  ): Announcements<Provider>;
  attempt(wallet: Announced<Provider>, asked: AttemptOptions<Namespace>): Promise<Approved<Namespace>>;
  /** Without a prompt; undefined if the wallet has taken its permission back. */
  restore(
    wallet: Announced<Provider>,
    asked: RestoreOptions<Namespace>,
  ): Promise<Approved<Namespace> | undefined>;
}

/**
 * The discovery of a family all whose wallets announce themselves in the page. Lists them, and those that the team
 * knows. Throws `config/malformed`.
 */
export function openDiscovery<Namespace extends string, Provider>(
  port: DiscoveryPort<Namespace>,
  known: readonly KnownWallet[],
  { hear, attempt, restore }: Asking<Namespace, Provider>,
): Discovery<Namespace> {
  const { practice } = parseOptions(port.options);
  const publish = (here: readonly Announced<Provider>[]) => port.publish(toListings(here, known, practice));
  const announced = hear(window, port, publish);
  if (announced.list().length === 0) publish([]);
  return {
    async attempt(walletId, asked) {
      const wallet = announced.find(walletId);
      if (wallet === undefined) throw new LinkspanError('wallet/absent', { wallet: nameOf(walletId, known) });
      return attempt(wallet, asked);
    },
    restore(walletId, asked) {
      const arrival = { name: nameOf(walletId, known), whenHere: () => announced.whenHere(walletId) };
      return readOnceHere(arrival, asked, (wallet) => restore(wallet, asked));
    },
    resume: async () => undefined,
  };
}
