import {
  type AccountId,
  type ApplicationCall,
  addressOf,
  type CallIntent,
  cleanText,
  isA,
  type LineKind,
  LinkspanError,
  Malformed,
  type Network,
  type NetworkId,
  networkOf,
  type Port,
  type RequestLine,
  record,
  type SendOptions,
  type Shape,
  toAccountId,
  tryTo,
} from '@linkspan/contract';
import { type Connected, type FamilyAnswered, type FamilyReading, findNetwork } from './session.ts';

// What the families share in reading a request of the page's application.

/** One request, and who would carry it out. */
export interface Asked<Namespace extends string, Caller> extends ApplicationCall<Namespace> {
  readonly port: Port<Namespace>;
  readonly connected: Connected<Namespace, Caller> | undefined;
}

/** The connected wallet, with the account in use. */
export interface InUse<Namespace extends string, Caller, Address extends string = string>
  extends Connected<Namespace, Caller> {
  readonly account: AccountId<Namespace>;
  readonly address: Address;
}

/**
 * Reads a request by the reader of its method, with what `copy` makes of its parameters. Rejects with `wallet/unsupported`
 * for a method without a reader, and with `input/call` if either throws `Malformed`.
 */
export async function readBy<Namespace extends string, Own extends Asked<Namespace, unknown>>(
  readers: ReadonlyMap<string, (asked: Own) => FamilyReading<Namespace> | Promise<FamilyReading<Namespace>>>,
  asked: Own,
  copy: (params: unknown) => unknown,
): Promise<FamilyReading<Namespace>> {
  const { method, params, connected } = asked;
  const read = readers.get(method);
  assertAble(read !== undefined, connected, method);
  try {
    return await read({ ...asked, params: copy(params) });
  } catch (cause) {
    if (isA(cause, Malformed))
      throw new LinkspanError('input/call', { method, place: cause.place }, { cause });
    throw cause;
  }
}

/** The connected wallet. Throws `wallet/not-connected`. */
export function assertConnected<Namespace extends string, Caller>({
  connected,
}: Pick<Asked<Namespace, Caller>, 'connected'>): Connected<Namespace, Caller> {
  if (connected === undefined) throw new LinkspanError('wallet/not-connected', {});
  return connected;
}

/**
 * The account in use, which the request names, or nothing. Its address is in the form that the family's wallets are parsed
 * to. Throws `wallet/not-connected`, `wallet/account-changed`.
 */
export function assertInUse<Namespace extends string, Caller, Address extends string>(
  asked: Pick<Asked<Namespace, Caller>, 'connected'>,
  given?: Address,
): InUse<Namespace, Caller, Address> {
  const connected = assertConnected(asked);
  const [account] = connected.accounts;
  const address = addressOf(account) as Address;
  if (given !== undefined && given !== address)
    throw new LinkspanError('wallet/account-changed', { account: toAccountId(networkOf(account), given) });
  return { ...connected, account, address };
}

/**
 * The network of a request: one of the page, which the wallet is on, since a person looks at the one that the page shows.
 * Throws `wallet/network-unsupported`, `wallet/network-changed`.
 */
export function assertOn<Namespace extends string>(
  { port }: Pick<Asked<Namespace, unknown>, 'port'>,
  { wallet, account }: Pick<InUse<Namespace, unknown>, 'wallet' | 'account'>,
  id: NetworkId,
): Network<Namespace> {
  const network = findNetwork(port.networks, id, wallet);
  if (networkOf(account) !== id) throw new LinkspanError('wallet/network-changed', { wallet });
  return network;
}

/** Throws `wallet/unsupported` if the wallet cannot do it: nobody is asked then. */
export function assertAble(
  isAble: boolean,
  connected: { readonly wallet: string } | undefined,
  method: string,
): asserts isAble {
  if (!isAble) throw new LinkspanError('wallet/unsupported', { wallet: connected?.wallet ?? '', method });
}

/** A request that the wallet asks a person about. */
export function toPerson(
  { method }: { readonly method: string },
  { account }: { readonly account: AccountId },
  shown: Shown,
  answer: (options: SendOptions) => Promise<FamilyAnswered>,
): Extract<FamilyReading, { readonly asks: 'person' }> {
  const intent: CallIntent = { kind: 'call', account, method, ...shown, ...toShown(shown.lines) };
  return { asks: 'person', intent, answer };
}

/** The longest parameters of a request, as JSON, in characters. */
export const mostParams = 200_000;

/**
 * A copy of the parameters of a request, as JSON has them, which neither a getter nor a later change of the application
 * alters. Throws `Malformed`.
 */
export function copyParams(params: unknown): unknown {
  const written = tryTo(() => JSON.stringify(params ?? []));
  if (written === undefined || written.length > mostParams)
    throw new Malformed('params', `JSON of at most ${mostParams} characters`);
  return JSON.parse(written);
}

/** Any value of JSON. */
export const json: Shape<unknown> = (value) => value;

type Shapes = Readonly<Record<string, Shape<unknown>>>;
export type Fields<Known extends Shapes> = {
  readonly [Key in keyof Known]?: ReturnType<Known[Key]> | undefined;
};

/** An object with some of these fields. All others, and those that are null, are left out. */
export function fields<Known extends Shapes>(known: Known): Shape<Fields<Known>> {
  return (value, place) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Malformed(place, 'an object');
    const given = Object.entries(value).filter(([name, one]) => Object.hasOwn(known, name) && one !== null);
    return record({}, known)(Object.fromEntries(given), place) as Fields<Known>;
  };
}

/** What a person approves, apart from what all requests have in common. */
type Shown = CallIntent extends infer Kind
  ? Kind extends CallIntent
    ? Omit<Kind, 'kind' | 'account' | 'method'>
    : never
  : never;

/** As many lines as a person is shown, not counting what moves something; of a text beside others; and of all. */
const [mostLines, mostTexts, mostOfAll] = [80, 20, 299];
/** How long a line and its name may be: `CallIntent`. */
const mostValue = 300;
const mostName = 120;

/** Who receives, who may spend, and what goes: never left out for the sake of other lines. */
const alwaysShown: readonly LineKind[] = ['recipient', 'spender', 'amount', 'tokens', 'creation'];
/** Kinds that move nothing, by themselves or by what belongs to them. */
const stillKinds: readonly LineKind[] = ['text', 'field', 'domain', 'network', 'type', 'call'];

/** The lines as they are shown, and one more if that is not all. */
export function toShown(lines: readonly RequestLine[]): { readonly lines: readonly RequestLine[] } {
  const kept = pickLines(lines);
  const shown = lines.filter((_, at) => kept.has(at));
  const leftOut = lines.filter((_, at) => !kept.has(at));
  const cut = shown.map(({ name, value, ...line }) => ({
    ...line,
    ...(name !== undefined && { name: name.slice(0, mostName) }),
    value: value.slice(0, mostValue),
  }));
  if (leftOut.length === 0 && shown.every(isShort)) return { lines: cut };
  const moves = leftOut.some((line) => isFirst(line) || !stillKinds.includes(line.is));
  const warning = moves && ({ warning: 'moves' } as const);
  return { lines: [...cut, { is: 'more', value: String(leftOut.length), ...warning }] };
}

function isFirst({ is, warning }: RequestLine): boolean {
  return warning !== undefined || alwaysShown.includes(is);
}

/** By their places: what moves something, with the number of its call; then others, texts in the room that they leave. */
function pickLines(lines: readonly RequestLine[]): ReadonlySet<number> {
  const kept = new Set<number>();
  const others: number[] = [];
  let call: number | undefined;
  for (const [at, line] of lines.entries()) {
    if (line.is === 'call') call = at;
    const together = call === undefined || kept.has(call) ? [at] : [call, at];
    if (isFirst(line) && kept.size + together.length <= mostOfAll) for (const one of together) kept.add(one);
    else others.push(at);
  }
  const room = Math.min(mostLines, mostOfAll - kept.size);
  const left = others.filter((at) => !kept.has(at));
  const isText = (at: number) => lines[at]?.is === 'text';
  const texts = left.filter(isText);
  const roomOfTexts = Math.max(mostTexts, room - (left.length - texts.length));
  const noRoom = new Set(texts.slice(roomOfTexts));
  for (const at of left.filter((one) => !noRoom.has(one)).slice(0, room)) kept.add(at);
  return kept;
}

function isShort({ name = '', value }: RequestLine): boolean {
  return isSame(name, mostName) && isSame(value, mostValue);
}

/** Whether a text is shown as it is, apart from its blanks. */
function isSame(given: string, max: number): boolean {
  const toWords = (text: string) => text.replace(/\s+/g, ' ').trim();
  return given.length <= max && toWords(cleanText(given, max)) === toWords(given);
}

/** Characters that no text has, apart from line breaks and tabs: controls, and what stands for bytes that are not UTF-8. */
const odd = /(?![\t\n\v\f\r\x85])[\p{Cc}\uFFFD]/gu;

/**
 * A text has a line for each of its own. Beside a text with odd characters, and in place of bytes that have hardly any other,
 * are the bytes.
 */
export function toMessageLines(bytes: Uint8Array): readonly RequestLine[] {
  const text = readText(bytes);
  const count = text.match(odd)?.length ?? 0;
  if (count === 0) return toTextLines(text);
  const data = { is: 'data', value: toHex(bytes) } as const;
  return count * 4 > text.length ? [data] : [...toTextLines(text.replace(odd, '\uFFFD')), data];
}

/** The lines of a text that is to be signed, without those that are blank. */
export function toTextLines(text: string): readonly RequestLine[] {
  const lines = text.split(/[\n\v\f\r\x85\u2028\u2029]/).filter((line) => line.trim() !== '');
  return lines.map((value) => ({ is: 'text', value }));
}

/** The lines of a message that is to be signed: the site that it signs in to, if that is another, and its text. */
export function toSignedLines(message: Uint8Array | string): readonly RequestLine[] {
  const isText = typeof message === 'string';
  const lines = isText ? toTextLines(message) : toMessageLines(message);
  return [...toSiteLines(isText ? message : readText(message)), ...lines];
}

/** Bytes as UTF-8, with a sign for those that are none. */
function readText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** EIP-4361, "Message Format", and Sign-In With Solana: what follows the site that a text signs in to. */
const signIn = /(?<=\S) wants you to sign in with your /gi;

/**
 * Names the first other site than this page's that a text signs in to, wherever it says so: whoever has the signature can sign
 * in there, and not every server reads a text from its beginning.
 */
function toSiteLines(given: string): readonly RequestLine[] {
  const text = cleanText(given, given.length);
  for (const { index } of text.matchAll(signIn)) {
    const said = text.slice(text.lastIndexOf(' ', index - 1) + 1, index);
    const [, scheme, site = ''] = /^(?:([a-z][a-z\d+.-]*:)\/\/)?(.*)$/i.exec(said) ?? [];
    if (!isOwnSite(site, scheme)) return [{ is: 'domain', value: site, warning: 'other-site' }];
  }
  return [];
}

/** Whether an authority is that of this page. */
export function isOwnSite(site: string, scheme?: string): boolean {
  const { host, protocol } = window.location;
  return (
    (scheme ?? protocol).toLowerCase() === protocol &&
    !/[/\\?#@]/.test(site) &&
    tryTo(() => new URL(`${protocol}//${site}`).host) === host
  );
}

/** As many bytes of unreadable data as are shown. */
const mostShownBytes = 36;

/** Data that the remote cannot read. */
export function toDataLine(bytes: Uint8Array): RequestLine {
  const more = bytes.length > mostShownBytes ? '…' : '';
  return { is: 'data', value: `${bytes.length} bytes: ${toHex(bytes.subarray(0, mostShownBytes))}${more}` };
}

function toHex(bytes: Uint8Array): string {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
