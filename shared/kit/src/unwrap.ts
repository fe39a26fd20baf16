import { type Code, codeOf, field, isA, type LinkspanError, toList } from '@linkspan/contract';
import { tryTo } from './util.ts';

/** One of the nested errors of a wallet and the libraries around it, as far as it is readable. */
export interface Layer {
  readonly value: unknown;
  /** A number of EIP-1193, JSON-RPC or CAIP-25, also if it was written as a text. */
  readonly code: number | undefined;
  /** Its texts, without the JSON in them. */
  readonly texts: readonly string[];
  /** Its name, and its code if that is a word, as words: `ACTION REJECTED`. */
  readonly names: string;
}

/** The fields in which wallets, nodes and libraries wrap an error. */
const wraps = [
  'cause',
  'error',
  'originalError',
  'innerError',
  'inner',
  'err',
  'data',
  'info',
  'body',
  'response',
  'value',
  'errors',
];

/** The fields of their texts; some put an object there, or JSON. */
const textFields = [
  'message',
  'shortMessage',
  'reason',
  'details',
  'errorMessage',
  'error_description',
  'description',
  'msg',
];

const mostLayers = 60;
const mostDepth = 10;
const mostWide = 200;
const mostInList = 10;
const mostRead = 20_000;
const mostName = 100;

/**
 * A thrown value and all errors that it wraps, the outermost first: in `cause`, `error`, `data`, `originalError` and the
 * like, in lists, and as JSON in a text; `more` are further fields to look into. At most 60, and 10 deep. Cannot throw.
 */
export function unwrap(thrown: unknown, more: readonly string[] = []): readonly Layer[] {
  const found: Layer[] = [];
  const met = new Set<unknown>();
  let level: readonly unknown[] = [thrown];
  for (let depth = 0; depth < mostDepth && level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const value of level) {
      if (found.length >= mostLayers || value == null || met.has(value)) continue;
      met.add(value);
      const { layer, wrapped } = read(value);
      if (layer !== undefined) found.push(layer);
      next.push(...wrapped, ...more.map((key) => field(value, key)));
    }
    level = next.slice(0, mostWide);
  }
  return found;
}

/** The error that has a code of Linkspan's already. */
export function findCoded(layers: readonly Layer[]): LinkspanError | undefined {
  const isCoded = ({ value }: Layer) =>
    isA(value, Error) && field(value, 'name') === 'LinkspanError' && typeof field(value, 'code') === 'string';
  return layers.find(isCoded)?.value as LinkspanError | undefined;
}

/** Whether one of the errors has one of these names, as errors of libraries do. */
export function hasName(thrown: unknown, ...names: readonly string[]): boolean {
  return unwrap(thrown).some(({ value }) => names.some((name) => field(value, 'name') === name));
}

/** The fields in which an error names its transaction. */
const idFields = ['signature', 'transactionHash', 'transaction_hash', 'txHash', 'txid', 'hash'];

/** The id of a transaction that one of the errors names in this form; undefined if none does. */
export function findId(thrown: unknown, form: RegExp): string | undefined {
  const layers = unwrap(thrown, ['context', 'transaction', 'receipt']);
  const named = layers.flatMap(({ value }) => idFields.map((key) => field(value, key)));
  return named.find((id): id is string => typeof id === 'string' && form.test(id));
}

const alreadyKnown =
  /already ?(been )?(known|processed|imported|exists|in (the )?(mem|tx|transaction )?pool)|known transaction|AlreadyProcessed|duplicate transaction/i;

/** Whether a node says that it already has the transaction. */
export function isAlreadyKnown(thrown: unknown): boolean {
  return unwrap(thrown).some(({ texts }) => texts.some((text) => alreadyKnown.test(text)));
}

interface Reading {
  readonly layer?: Layer;
  readonly wrapped: readonly unknown[];
}

function read(value: unknown): Reading {
  if (typeof value === 'string') return readText(value);
  const list = toList(value);
  if (list !== undefined) return { wrapped: list.slice(0, mostInList) };
  const said = textFields.map((key) => field(value, key));
  const texts = said.map((one) => (typeof one === 'string' ? readText(one) : { wrapped: [one] }));
  const code = typeof value === 'number' ? value : (field(value, 'code') ?? field(value, 'errorCode'));
  const names = [field(value, 'name'), code].filter((one) => typeof one === 'string').map(toWords);
  return {
    layer: {
      value,
      code: toNumber(code),
      texts: texts.flatMap(({ layer }) => layer?.texts ?? []),
      names: names.join('\n'),
    },
    wrapped: [...texts.flatMap(({ wrapped }) => wrapped), ...wraps.map((key) => field(value, key))],
  };
}

/** Some wallets put a node's answer into a sentence. */
function readText(given: string): Reading {
  const text = given.slice(0, mostRead);
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}') + 1;
  const wrapped =
    (start < 0 ? undefined : tryTo<unknown[]>(() => JSON.parse(`[${text.slice(start, end)}]`))) ?? [];
  const sentence = wrapped.length > 0 ? text.slice(0, start) : text;
  return {
    layer: {
      value: given,
      code: toNumber(text),
      texts: sentence === '' ? [] : [sentence],
      names: toWords(text),
    },
    wrapped,
  };
}

/** A text that is a number is a code; a longer one is none of those that are known. */
function toNumber(code: unknown): number | undefined {
  if (typeof code === 'number') return code;
  return typeof code === 'string' && /^-?\d{3,6}$/.test(code) ? Number(code) : undefined;
}

/** `USER_REJECTED` and `userRejected` as words. */
function toWords(name: string): string {
  return name.slice(0, mostName).replace(/_+|-+|(?<=[a-z])(?=[A-Z])/g, ' ');
}

/** Codes of a send that has certainly not left, although it has a note. */
const unsentCodes: readonly (string | undefined)[] = [
  'wallet/rejected',
  'wallet/window-blocked',
  'wallet/other-transaction',
  'network/insufficient-funds',
] satisfies Code[];
/**
 * EIP-1193: the account or the method is not authorized, the method is not supported. EIP-3326: the wallet does not have the
 * chain. Nobody was asked.
 */
const refusals: readonly (number | undefined)[] = [4100, 4200, 4902];

/**
 * Whether an error means that a send has certainly not left. A wallet that says that it was closed, is locked, lost its
 * connection or had a transaction refused may have sent it before.
 */
export function isUnsent(error: unknown): boolean {
  return unsentCodes.includes(codeOf(error)) || unwrap(error).some(({ code }) => refusals.includes(code));
}

/**
 * The id of the transaction that a wallet's error is about, if the error says that the network has it already. If it
 * names an id and says anything else, the id is noted: the transaction may have been sent before the error.
 */
export function findSent(
  error: unknown,
  { form, note, noted }: { readonly form: RegExp; readonly note: string; noted(note: string): void },
): string | undefined {
  const id = findId(error, form);
  if (id === undefined || isAlreadyKnown(error)) return id;
  noted(JSON.stringify({ ...JSON.parse(note), transaction: id }));
  return undefined;
}
