import {
  field,
  LinkspanError,
  Malformed,
  nonEmptyList,
  record,
  type Shape,
  text,
  toList,
  tryTo,
} from '@linkspan/contract';
import { parseAccountId } from '../accounts.ts';
import { type Action, type Batch, fromBase64, toArgBytes } from '../actions.ts';

/** The most bytes of a call's arguments. */
const mostArgs = 200_000;
const mostActions = 100;
/** As many as a note has room for. */
const mostTransactions = 10;

/** An account id as the chain has it: in lower case. */
export const accountId = text('an account id (NEP-448)', (id) => parseAccountId(id) === id, 64);

/** Any text; it may be empty. */
export const anyText = text(undefined, undefined, mostArgs);

/** A number of so many bits, as decimal digits or as a number that is exact. Returned as digits. */
function digits(bits: number): Shape<string> {
  return (value, place) => {
    const isText = typeof value === 'string' && /^\d{1,39}$/.test(value);
    const number = isText || Number.isSafeInteger(value) ? BigInt(value as string | number) : -1n;
    if (number >= 0n && number < 2n ** BigInt(bits)) return String(number);
    throw new Malformed(place, `a whole number of ${bits} bits, as decimal digits`);
  };
}

const deposit = digits(128);
const gas: Shape<string> = (value, place) => {
  const given = digits(64)(value, place);
  if (given === '0') throw new Malformed(place, 'more than 0');
  return given;
};

/** Bytes, as base64 or a list of numbers. Undefined for anything else. */
export function toBytes(value: unknown, most = mostArgs): Uint8Array | undefined {
  if (typeof value === 'string')
    return /^([A-Za-z\d+/]{4})*([A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(value)
      ? tryTo(() => fromBase64(value))
      : undefined;
  const isByte = (one: unknown): one is number =>
    Number.isInteger(one) && Number(one) >= 0 && Number(one) < 256;
  const given = toList(value, most);
  return given?.every(isByte) ? Uint8Array.from(given) : undefined;
}

/**
 * The arguments of a call: an object, or bytes. Bytes that are a JSON object become that. Wallets write JSON
 * anew, so it must be as `JSON.stringify` writes it.
 */
export const args: Shape<object | Uint8Array> = (value, place) => {
  const bytes = toBytes(value);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (bytes === undefined && !isObject) throw new Malformed(place, 'an object, or bytes as base64 or a list');
  const given = bytes ?? tryTo(() => toJson(value));
  const parsed = bytes ? tryTo<unknown>(() => JSON.parse(readText(bytes))) : given;
  const isJson = typeof parsed === 'object' && parsed !== null;
  // A list would be read as bytes.
  const isPlain = isJson && !Array.isArray(parsed);
  if (given === undefined || (bytes === undefined && !isPlain)) throw new Malformed(place, 'JSON');
  const written = toArgBytes({ args: isJson ? parsed : (given as Uint8Array) });
  if (written.length > mostArgs) throw new Malformed(place, `at most ${mostArgs} bytes`);
  if (bytes && (written.length !== bytes.length || !written.every((byte, at) => byte === bytes[at])))
    throw new Malformed(place, 'JSON as JSON.stringify writes it, or other bytes');
  return isPlain ? parsed : (given as Uint8Array);
};

/** A copy that neither a getter nor a later change of the application alters. Throws if it is no JSON. */
function toJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** The text of bytes in UTF-8. Throws if they are no text. */
export function readText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

const methodName = text('the name of a method', (name) => name !== '', 256);
const parameters = {
  Transfer: record({ deposit }),
  FunctionCall: record({ methodName, args, gas, deposit }),
};

/**
 * An action as the wallet selector writes it, `{ type, params }`, or as NEAR's own library does, `{ transfer: … }`. Throws
 * `Malformed`, and an `Unsupported` for one that this page passes to no wallet, such as a new key.
 */
const action: Shape<Action> = (value, place) => {
  const [kind, params, at] = toNamed(value, place);
  if (kind !== 'Transfer' && kind !== 'FunctionCall') throw new Unsupported(kind);
  return { type: kind, params: parameters[kind](params, at) } as Action;
};

/** An action that this page passes to no wallet. */
class Unsupported extends Error {
  readonly kind: string;

  constructor(kind: string) {
    super(kind);
    this.kind = kind;
  }
}

/** The kind of an action, and its parameters with their place. */
function toNamed(value: unknown, place: string): readonly [kind: string, params: unknown, place: string] {
  if (typeof value !== 'object' || value === null) throw new Malformed(place, 'an action');
  const known = Object.entries(value).filter(([, one]) => one !== undefined);
  const typed = known.find(([name]) => name === 'type')?.[1];
  const isKind = (name: unknown): name is string => typeof name === 'string' && /^[A-Za-z]{1,40}$/.test(name);
  if (typed !== undefined) {
    const odd = known.find(([name]) => name !== 'type' && name !== 'params')?.[0];
    if (odd !== undefined) throw new Malformed(`${place}.${odd}`, 'left out: it is not a known field');
    if (!isKind(typed)) throw new Malformed(`${place}.type`, 'the kind of an action');
    return [typed, known.find(([name]) => name === 'params')?.[1], `${place}.params`];
  }
  // An `Action` of NEAR's library has its kind in `enum`, too.
  const [only, ...others] = known.filter(([name]) => name !== 'enum');
  if (only === undefined || others.length > 0 || !isKind(only[0]))
    throw new Malformed(place, 'an action, by its kind');
  const [name, params] = only;
  return [name.charAt(0).toUpperCase() + name.slice(1), params, `${place}.${name}`];
}

const batch = { receiverId: accountId, actions: nonEmptyList(action, mostActions) };
/** The callback is for wallets that leave the page: none here does. */
const named = { signerId: accountId, callbackUrl: anyText };
const one = record(batch, named);
const several = record({ transactions: nonEmptyList(one, mostTransactions) }, { callbackUrl: anyText });

/** The transactions that an application asks for, and the accounts that they name. */
export interface Requested {
  readonly batches: readonly Batch[];
  readonly signerIds: readonly string[];
}

/** Parses `signAndSendTransaction`. Throws `Malformed`, `wallet/unsupported` with the kind of an action. */
export function parseTransaction(params: unknown, wallet: string): Requested {
  return parse(() => [one(params, 'params')], wallet);
}

/** Parses `signAndSendTransactions`, as `parseTransaction`. */
export function parseTransactions(params: unknown, wallet: string): Requested {
  return parse(() => several(params, 'params').transactions, wallet);
}

function parse(read: () => readonly ReturnType<typeof one>[], wallet: string): Requested {
  try {
    const all = read();
    return {
      batches: all.map(({ receiverId, actions }) => ({ receiverId, actions })),
      signerIds: all.flatMap(({ signerId }) => signerId ?? []),
    };
  } catch (error) {
    const kind = field(error, 'kind');
    if (typeof kind !== 'string') throw error;
    throw new LinkspanError('wallet/unsupported', { wallet, method: kind });
  }
}

const nonce: Shape<Uint8Array> = (value, place) => {
  const bytes = toBytes(value);
  if (bytes?.length === 32) return bytes;
  throw new Malformed(place, '32 bytes, as base64 or a list');
};

/** NEP-413, "Input Interface". */
export const messageParams = record(
  {
    message: text('a text', (given) => given !== '', mostArgs),
    recipient: text('a recipient', (given) => given !== '', 300),
    nonce,
  },
  { callbackUrl: text(), state: text(), signerId: accountId },
);
