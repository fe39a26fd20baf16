import {
  type AccountId,
  addressOf,
  type Balance,
  LinkspanError,
  type Network,
  type SendIntent,
} from '@linkspan/contract';
import { pollUntil } from '@linkspan/kit/poll-until';
import { type Address, type Hash, isAddress } from 'viem';
import { toNetworkError } from './failures.ts';
import type { Landing, Library, Transfer } from './library.ts';
import { toChainId } from './provider.ts';

/** One network, as far as a connection needs it. Rejects with `network/unreachable`, `network/refused`. */
export interface Chain {
  readonly network: Network<'eip155'>;
  /** In wei. */
  readBalance(account: AccountId<'eip155'>): Promise<Balance<'eip155'>>;
  /** Rejects with `input/recipient`, `input/amount`. */
  prepareTransfer(intent: SendIntent): Promise<Transfer>;
  /** Settles once the chain has it, however long that takes. Rejects with `network/reverted`, `network/expired`. */
  waitForLanding(transaction: Hash): Promise<void>;
}

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/** Opens a network by the library's own clients, until the signal aborts; what still waits then never settles. */
export function openChain(library: Library, network: Network<'eip155'>, signal: AbortSignal): Chain {
  const { title, decimals, symbol } = network;
  const chainId = toChainId(network.id);

  return {
    network,
    async readBalance(account) {
      try {
        const amount = await library.getBalance(addressOf(account) as Address, chainId);
        return { account, amount: String(amount), decimals, symbol };
      } catch (error) {
        throw toNetworkError(error, title);
      }
    },
    prepareTransfer: async (intent) => ({
      account: addressOf(intent.account) as Address,
      ...parseTransfer(intent),
      chainId,
    }),
    async waitForLanding(transaction) {
      // A network that does not answer says nothing about the transaction.
      const look = () => library.waitForLanding(transaction, chainId).catch(() => undefined);
      const pauses = { firstMs: firstPauseMs, mostMs: longestPauseMs, signal };
      assertLanded(await pollUntil(look, pauses), title);
    },
  };
}

function parseTransfer({ to, amount }: SendIntent) {
  if (!isAddress(to)) throw new LinkspanError('input/recipient', { value: to });
  const value = /^\d{1,78}$/.test(amount) ? BigInt(amount) : 0n;
  if (value <= 0n || value >= 2n ** 256n) throw new LinkspanError('input/amount', { value: amount });
  return { to, value };
}

/** A repriced transaction is the same transfer with another fee. */
function assertLanded({ status, replacedBy }: Landing, network: string): void {
  if (replacedBy === 'cancelled' || replacedBy === 'replaced')
    throw new LinkspanError('network/expired', { network });
  if (status === 'reverted') throw new LinkspanError('network/reverted', { network });
}
