import { field } from '@linkspan/contract';

/** A transaction as a node shows it, in a block or by its hash. */
export interface Transaction {
  /** In lower case, like all addresses here. */
  readonly hash: string;
  readonly from: string;
  /** Missing for one that creates a contract. */
  readonly to: string | undefined;
  /** In wei. */
  readonly value: bigint;
  readonly nonce: number;
  /** The block that has it; missing while it waits. */
  readonly block: number | undefined;
  /** As EIP-155 counts it; missing in one that is not bound to a chain. */
  readonly chainId: number | undefined;
  /** Whether it has no input. */
  readonly isPlain: boolean;
  /** Whether it also makes accounts smart ones (EIP-7702). */
  readonly isDelegating: boolean;
}

/** Legacy, EIP-2930, EIP-1559 and EIP-7702: what `value` and `input` say of these is all that they do. */
const knownTypes = ['0x0', '0x1', '0x2', '0x4'];

const hashForm = /^0x[\da-f]{64}$/;
const addressForm = /^0x[\da-f]{40}$/;

/** A transaction, from unknown; undefined for a form or type that this page does not know. */
export function parseTransaction(given: unknown): Transaction | undefined {
  const [hash, from, to] = ['hash', 'from', 'to'].map((key) => toLower(field(given, key)));
  const value = parseQuantity(field(given, 'value'), 64);
  const nonce = parseCount(field(given, 'nonce'));
  const input = parseInput(given);
  const type = field(given, 'type');
  if (!hash || !hashForm.test(hash) || !from || !addressForm.test(from)) return undefined;
  if (to === undefined ? field(given, 'to') != null : !addressForm.test(to)) return undefined;
  if (value === undefined || nonce === undefined || input === undefined) return undefined;
  if (!knownTypes.includes(String(type))) return undefined;
  const [chain, block] = [field(given, 'chainId'), field(given, 'blockNumber')];
  const [chainId, number] = [parseCount(chain), parseCount(block)];
  if ((chain != null && chainId === undefined) || (block != null && number === undefined)) return undefined;
  const isDelegating = type === '0x4' || field(given, 'authorizationList') != null;
  return { hash, from, to, value, nonce, block: number, chainId, isPlain: input === '0x', isDelegating };
}

/** A number of at most 13 hexadecimal digits, as JSON-RPC writes it (EIP-1474, "Quantity"). */
export function parseCount(value: unknown): number | undefined {
  const count = parseQuantity(value, 13);
  return count === undefined ? undefined : Number(count);
}

function parseQuantity(value: unknown, digits: number): bigint | undefined {
  const isQuantity = typeof value === 'string' && /^0x[\da-f]+$/i.test(value) && value.length <= digits + 2;
  return isQuantity ? BigInt(value) : undefined;
}

/** Some nodes write `data` for `input`, or both. */
function parseInput(given: unknown): string | undefined {
  const [input, data] = [toLower(field(given, 'input')), toLower(field(given, 'data'))];
  if (input !== undefined && data !== undefined && input !== data) return undefined;
  const found = input ?? data;
  return found !== undefined && /^0x([\da-f]{2})*$/.test(found) ? found : undefined;
}

function toLower(value: unknown): string | undefined {
  return typeof value === 'string' ? value.toLowerCase() : undefined;
}
