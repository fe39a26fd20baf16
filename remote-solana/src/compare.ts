import { addressOf, type Comparison, field, type Movement, type Unsettled } from '@linkspan/contract';
import { compareMoved, notCompared } from '@linkspan/kit/compare';
import { tryTo } from '@linkspan/kit/try-to';
import {
  findDifference,
  isTransferOnly,
  parseWire,
  toTransfers,
  type WireTransaction,
} from './transaction.ts';

type Send = Pick<Unsettled<'solana'>, 'from' | 'to' | 'amount'>;
/** By account: what it has more, or less, of one coin. */
type Changes = ReadonlyMap<string, bigint>;

/** A transaction that the cluster has, and what it changed. */
export interface Landed {
  readonly wire: WireTransaction;
  readonly slot: number;
  readonly succeeded: boolean;
  /** Whether its programs called others, or the node does not tell. */
  readonly hasInner: boolean;
  /** By account, in lamports, without the fee. */
  readonly lamports: ReadonlyMap<string, bigint>;
  /** By mint, then by owner, in base units. */
  readonly tokens: ReadonlyMap<string, ReadonlyMap<string, bigint>>;
}

/**
 * Compares a transaction that the cluster has with the send that was asked for: by its own instructions where they are
 * transfers and what wallets add, else by what it changed in the balances of sender and recipient.
 */
export function compareLanded(landed: Landed | undefined, { from, to, amount }: Send): Comparison {
  if (landed === undefined) return notCompared('unreadable');
  const asked = { from: addressOf(from), to, amount };
  const { wire, succeeded, hasInner } = landed;
  if (isTransferOnly(wire) && !hasInner) {
    const comparison = compareMoved(toTransfers(wire), asked);
    if (comparison.result !== 'as-asked') return comparison;
    if (succeeded && !isPaid(landed, asked)) return notCompared('unreadable');
    return findDifference(wire, asked) === undefined ? comparison : notCompared(whyNot(landed, asked));
  }
  if (!succeeded || (isPaid(landed, asked) && !losesTokens(landed, asked)))
    return notCompared(whyNot(landed, asked));
  return { result: 'not-as-asked', moved: toMoved(landed).slice(0, 20) };
}

function whyNot({ wire }: Landed, asked: Movement) {
  if (wire.accounts[0] !== asked.from) return 'relayer';
  return isTransferOnly(wire) ? 'more' : 'contract';
}

/** Whether the recipient has got the amount, and the sender has not lost more than it; the fee is not counted. */
function isPaid({ lamports }: Landed, { from, to, amount }: Movement): boolean {
  const [paid, got] = [lamports.get(from) ?? 0n, lamports.get(to) ?? 0n];
  return from === to ? paid === 0n : got === BigInt(amount) && paid >= -BigInt(amount);
}

function losesTokens({ tokens }: Landed, { from }: Movement): boolean {
  return [...tokens.values()].some((changes) => (changes.get(from) ?? 0n) < 0n);
}

function toMoved({ lamports, tokens }: Landed): readonly Movement[] {
  const ofTokens = [...tokens].flatMap(([asset, changes]) =>
    toMovements(changes).map((one) => ({ ...one, asset })),
  );
  return [...toMovements(lamports), ...ofTokens];
}

/** Who paid whom can be told where one account alone has paid, or one alone was paid. */
function toMovements(changes: Changes): readonly Movement[] {
  const payers = [...changes].filter(([, change]) => change < 0n);
  const paid = [...changes].filter(([, change]) => change > 0n);
  const [[payer] = [], [receiver] = []] = [payers[0], paid[0]];
  if (payers.length === 1 && payer !== undefined)
    return paid.map(([to, change]) => ({ from: payer, to, amount: String(change) }));
  if (paid.length !== 1 || receiver === undefined) return [];
  return payers.map(([from, change]) => ({ from, to: receiver, amount: String(-change) }));
}

/** What `getTransaction` answers in base64, from unknown; undefined for another transaction, and what is incomplete. */
export function parseLanded(found: unknown, id: string): Landed | undefined {
  const meta = field(found, 'meta');
  const wire = parseEncoded(field(found, 'transaction'));
  const slot = Number(field(found, 'slot'));
  const error = field(meta, 'err');
  if (wire === undefined || wire.id !== id || error === undefined || !Number.isSafeInteger(slot))
    return undefined;
  const accounts = toAccounts(wire, field(meta, 'loadedAddresses'));
  const lamports = accounts && toLamports(accounts, meta);
  const tokens = accounts && toTokens(accounts, meta);
  if (lamports === undefined || tokens === undefined) return undefined;
  const inner = field(meta, 'innerInstructions');
  const hasInner = !Array.isArray(inner) || inner.length > 0;
  return { wire, slot, succeeded: error === null, hasInner, lamports, tokens };
}

function parseEncoded(given: unknown): WireTransaction | undefined {
  const [text, encoding] = Array.isArray(given) ? given : [];
  if (typeof text !== 'string' || encoding !== 'base64') return undefined;
  return tryTo(() => parseWire(Uint8Array.from(atob(text), (char) => char.charCodeAt(0))));
}

/** Those that are spelled out, then those of lookup tables: as the balances are listed. */
function toAccounts(wire: WireTransaction, loaded: unknown): readonly string[] | undefined {
  if (!wire.hasLookups) return wire.accounts;
  const [writable, readonly] = [field(loaded, 'writable'), field(loaded, 'readonly')];
  if (!Array.isArray(writable) || !Array.isArray(readonly)) return undefined;
  const all: readonly unknown[] = [...wire.accounts, ...writable, ...readonly];
  return all.every((one) => typeof one === 'string') ? all : undefined;
}

function toLamports(accounts: readonly string[], meta: unknown): Map<string, bigint> | undefined {
  const [before, after] = [field(meta, 'preBalances'), field(meta, 'postBalances')].map(parseAmounts);
  const fee = parseAmount(field(meta, 'fee'));
  if (before?.length !== accounts.length || after?.length !== accounts.length || fee === undefined)
    return undefined;
  return new Map(
    accounts.map((account, index) => {
      const change = (after[index] ?? 0n) - (before[index] ?? 0n);
      return [account, index === 0 ? change + fee : change];
    }),
  );
}

function toTokens(accounts: readonly string[], meta: unknown): Landed['tokens'] | undefined {
  const [before, after] = [field(meta, 'preTokenBalances'), field(meta, 'postTokenBalances')];
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined;
  const changes = new Map<string, Map<string, bigint>>();
  for (const [balances, sign] of [
    [before, -1n],
    [after, 1n],
  ] as const)
    for (const balance of balances) {
      const [mint, own] = [field(balance, 'mint'), accounts[Number(field(balance, 'accountIndex'))]];
      const amount = parseAmount(field(field(balance, 'uiTokenAmount'), 'amount'));
      const owner = field(balance, 'owner') ?? own;
      if (typeof mint !== 'string' || typeof owner !== 'string' || amount === undefined) return undefined;
      const ofMint = changes.get(mint) ?? new Map<string, bigint>();
      changes.set(mint, ofMint.set(owner, (ofMint.get(owner) ?? 0n) + sign * amount));
    }
  return changes;
}

function parseAmounts(values: unknown): readonly bigint[] | undefined {
  if (!Array.isArray(values)) return undefined;
  const amounts = values.map(parseAmount);
  return amounts.every((amount) => amount !== undefined) ? amounts : undefined;
}

/** A whole number, or a text of one. */
function parseAmount(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  const isWhole = Number.isSafeInteger(value) || (typeof value === 'string' && /^\d{1,20}$/.test(value));
  return isWhole ? BigInt(value as number | string) : undefined;
}
