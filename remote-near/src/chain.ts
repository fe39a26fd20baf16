import {
  type AccountId,
  addressOf,
  type Balance,
  LinkspanError,
  Misshapen,
  type Network,
  type SendIntent,
  text,
} from '@linkspan/contract';
import { field, isNearAccount } from './provider.ts';
import { createRpc, refusalOf } from './rpc.ts';

/** One NEAR network, as far as a connection needs it. Rejects with `network/unreachable`, `network/refused`. */
export interface Chain {
  readonly network: Network<'near'>;
  /** In yoctoNEAR; of an account that does not exist yet: 0. */
  balance(account: AccountId<'near'>): Promise<Balance<'near'>>;
  /** Whether the account can be used here: it exists, or its first transfer will make it. */
  knows(accountId: string): Promise<boolean>;
  /** Whether a key may do all that its account may (NEP-413, "Verification"). */
  isFullAccess(accountId: string, publicKey: string): Promise<boolean>;
  /** Throws `input/amount`, `input/recipient`, `network/insufficient-funds`. */
  assertSendable(intent: SendIntent): Promise<void>;
  /** Resolves once the transaction is final. Rejects with `network/reverted`, `network/expired`. */
  landing(transaction: string, senderId: string): Promise<void>;
}

const digits = text('decimal digits', (value) => /^\d{1,39}$/.test(value));

/** How long a node may not know a transaction that a wallet says it has sent. */
const unknownMs = 60_000;
const mostPauseMs = 4_000;

/** Opens a network until the signal aborts; what still waits then never settles. */
export function openChain(network: Network<'near'>, signal: AbortSignal): Chain {
  const rpc = createRpc(network, signal);
  const { title } = network;

  /** In yoctoNEAR; undefined where there is no such account. */
  async function readAmount(account_id: string): Promise<string | undefined> {
    const ask = { request_type: 'view_account', finality: 'final', account_id };
    const account = await rpc('query', ask).catch(unless('UNKNOWN_ACCOUNT'));
    return account === undefined ? undefined : parse(() => digits(field(account, 'amount'), 'amount'), title);
  }

  async function isFullAccess(account_id: string, public_key: string): Promise<boolean> {
    const ask = { request_type: 'view_access_key', finality: 'final', account_id, public_key };
    const key = await rpc('query', ask).catch(unless('UNKNOWN_ACCESS_KEY', 'UNKNOWN_ACCOUNT'));
    if (field(key, 'permission') === 'FullAccess') return true;
    // An account that its first transfer will make is its key: the only one, until then.
    return account_id === toImplicitId(public_key) && (await readAmount(account_id)) === undefined;
  }

  async function assertSendable({ account, to, amount }: SendIntent): Promise<void> {
    if (!/^\d{1,39}$/.test(amount) || BigInt(amount) === 0n)
      throw new LinkspanError('input/amount', { value: amount });
    // Sent to a name that nobody has, the fee would be lost.
    if (!isNearAccount(to) || !(await knows(to))) throw new LinkspanError('input/recipient', { value: to });
    const held = await readAmount(addressOf(account));
    if (BigInt(held ?? 0) < BigInt(amount))
      throw new LinkspanError('network/insufficient-funds', { network: title });
  }

  async function knows(accountId: string): Promise<boolean> {
    return isImplicit(accountId) || (await readAmount(accountId)) !== undefined;
  }

  async function landing(tx_hash: string, sender_account_id: string): Promise<void> {
    const ask = { tx_hash, sender_account_id, wait_until: 'FINAL' };
    let unknownForMs = 0;
    for (let pauseMs = 250; ; pauseMs = Math.min(2 * pauseMs, mostPauseMs)) {
      const found = await rpc('tx', ask).catch((error: unknown) => error);
      if (signal.aborted) return new Promise(() => undefined);
      if (isFinal(found)) return assertSucceeded(found, title);
      unknownForMs += refusalOf(found) === 'UNKNOWN_TRANSACTION' ? pauseMs : 0;
      if (unknownForMs > unknownMs)
        throw new LinkspanError('network/expired', { network: title }, { cause: found });
      await pause(pauseMs, signal);
    }
  }

  return {
    network,
    knows,
    isFullAccess,
    assertSendable,
    landing,
    balance: async (account) => ({
      account,
      amount: (await readAmount(addressOf(account))) ?? '0',
      decimals: network.decimals,
      symbol: network.symbol,
    }),
  };
}

function isFinal(found: unknown): boolean {
  const reached = field(found, 'final_execution_status');
  return reached === 'FINAL' || (reached === undefined && field(found, 'receipts_outcome') !== undefined);
}

function assertSucceeded(outcome: unknown, network: string): void {
  const cause = field(field(outcome, 'status'), 'Failure');
  if (cause !== undefined) throw new LinkspanError('network/reverted', { network }, { cause });
}

/** Implicit and Ethereum-like accounts (NEP-518) come into being by the first transfer to them. */
function isImplicit(accountId: string): boolean {
  return /^([a-f\d]{64}|0x[a-f\d]{40})$/.test(accountId);
}

/** The implicit account of an ed25519 key: its 32 bytes in hexadecimal digits. */
function toImplicitId(publicKey: string): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  const number = [...publicKey.slice('ed25519:'.length)].reduce(
    (sum, digit) => sum * 58n + BigInt(alphabet.indexOf(digit)),
    0n,
  );
  return number.toString(16).padStart(64, '0');
}

function unless(...refusals: readonly string[]) {
  return (error: unknown): undefined => {
    if (!refusals.includes(refusalOf(error) ?? '')) throw error;
  };
}

function parse<Value>(read: () => Value, network: string): Value {
  try {
    return read();
  } catch (cause) {
    const detail = cause instanceof Misshapen ? cause.message : '';
    throw new LinkspanError('network/refused', { network, detail }, { cause });
  }
}

/** Never resolves once the signal has aborted. */
function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}
