import {
  type AccountId,
  addressOf,
  type Balance,
  LinkspanError,
  type Network,
  networkOf,
  type SendIntent,
} from '@linkspan/contract';
import { type Address, type Chain, defineChain, isAddress } from 'viem';
import { toNetworkError, toRequestError } from './failures.ts';
import type { Landing, Library } from './library.ts';
import { toChainId } from './provider.ts';

type Eip155 = 'eip155';

/** A network of the configuration, as viem describes a chain. */
export function toChain({ id, title, symbol, decimals, rpc, explorer }: Network<Eip155>): Chain {
  return defineChain({
    id: toChainId(id),
    name: title,
    nativeCurrency: { name: symbol, symbol, decimals },
    rpcUrls: { default: { http: rpc } },
    ...(explorer === undefined
      ? {}
      : { blockExplorers: { default: { name: title, url: new URL(explorer).origin } } }),
  });
}

/** What the account holds. Throws `network/unreachable`, `network/refused`. */
export async function readBalance(
  library: Library,
  account: AccountId<Eip155>,
  { title, symbol, decimals }: Network<Eip155>,
): Promise<Balance<Eip155>> {
  try {
    const amount = await library.getBalance(addressOf(account) as Address, toChainId(networkOf(account)));
    return { account, amount: amount.toString(), decimals, symbol };
  } catch (error) {
    throw toNetworkError(error, title);
  }
}

/** Whom a transfer is made with: the wallet's name for the texts, and until when its end is waited for. */
export interface TransferOptions {
  readonly wallet: string;
  readonly network: Network<Eip155>;
  readonly ended: AbortSignal;
}

/**
 * Has the wallet sign and send a transfer. Throws `input/recipient`, `input/amount` before the wallet is asked,
 * then `wallet/…` and `network/insufficient-funds`. `settled` rejects with `network/reverted`, `network/expired`.
 */
export async function sendTransfer(library: Library, intent: SendIntent, options: TransferOptions) {
  const { wallet, network, ended } = options;
  const chainId = toChainId(network.id);
  const transfer = { account: addressOf(intent.account) as Address, ...parseTransfer(intent), chainId };
  try {
    const transaction = await library.send(transfer);
    return {
      transaction,
      settled: settle(() => library.waitForLanding(transaction, chainId), network, ended),
    };
  } catch (error) {
    const { account } = intent;
    throw toRequestError(error, { wallet, method: 'eth_sendTransaction', network: network.title, account });
  }
}

function parseTransfer({ to, amount }: SendIntent) {
  if (!isAddress(to)) throw new LinkspanError('input/recipient', { value: to });
  const value = /^\d{1,78}$/.test(amount) ? BigInt(amount) : 0n;
  if (value <= 0n || value >= 2n ** 256n) throw new LinkspanError('input/amount', { value: amount });
  return { to, value };
}

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/** A network that does not answer says nothing about the transaction: asks again, ever more rarely. */
async function settle(wait: () => Promise<Landing>, { title }: Network, signal: AbortSignal): Promise<void> {
  for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const landing = await wait().catch(() => undefined);
    if (landing !== undefined) return assertDone(landing, title);
    await pause(pauseMs, signal);
  }
  throw new LinkspanError('network/unreachable', { network: title });
}

/** A repriced transaction is the same transfer with another fee. */
function assertDone({ status, replacedBy }: Landing, network: string): void {
  if (replacedBy === 'cancelled' || replacedBy === 'replaced')
    throw new LinkspanError('network/expired', { network });
  if (status === 'reverted') throw new LinkspanError('network/reverted', { network });
}

function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, durationMs);
    signal.addEventListener('abort', done);
  });
}
