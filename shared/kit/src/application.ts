import {
  type AccountId,
  type ApplicationCall,
  addressOf,
  type CallIntent,
  cleanText,
  isA,
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
 * Reads a request by the reader of its method, with what `copy` makes of its parameters. Throws `wallet/unsupported` for a
 * method without a reader, and `input/call` if either throws `Malformed`.
 */
export function readBy<Namespace extends string, Own extends Asked<Namespace, unknown>>(
  readers: ReadonlyMap<string, (asked: Own) => FamilyReading<Namespace>>,
  asked: Own,
  copy: (params: unknown) => unknown,
): FamilyReading<Namespace> {
  const { method, params, connected } = asked;
  const read = readers.get(method);
  assertAble(read !== undefined, connected, method);
  try {
    return read({ ...asked, params: copy(params) });
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
    ? Omit<Kind, 'kind' | 'account' | 'method' | 'isPartial'>
    : never
  : never;

/** As many lines as a person is shown, and how long each and its name may be: `CallIntent`. */
const mostLines = 80;
const mostValue = 300;
const mostName = 120;

/** The lines as they are shown, and whether the request has more than they show. */
export function toShown(lines: readonly RequestLine[]) {
  const isShort = ({ name = '', value }: RequestLine) => isSame(name, mostName) && isSame(value, mostValue);
  const isWhole = lines.length <= mostLines && lines.every(isShort);
  const shown = lines.slice(0, mostLines).map(({ name, value, ...line }) => ({
    ...line,
    ...(name !== undefined && { name: name.slice(0, mostName) }),
    value: value.slice(0, mostValue),
  }));
  return { lines: shown, ...(!isWhole && { isPartial: true as const }) };
}

/** Whether a text is shown as it is, apart from its blanks. */
function isSame(given: string, max: number): boolean {
  const toWords = (text: string) => text.replace(/\s+/g, ' ').trim();
  return given.length <= max && toWords(cleanText(given, max)) === toWords(given);
}

/** A text has a line for each of its own; bytes that are no text are shown as they are. */
export function toMessageLines(bytes: Uint8Array): readonly RequestLine[] {
  const text = tryTo(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  if (text === undefined || /(?!\n)\p{Cc}/u.test(text)) return [{ is: 'data', value: toHex(bytes) }];
  return toTextLines(text);
}

/** The lines of a text that is to be signed, without those that are blank. */
export function toTextLines(text: string): readonly RequestLine[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((value) => ({ is: 'text', value }));
}

/** EIP-4361, "Message Format", and Sign-In With Solana: the scheme and the authority of the site that a text signs in to. */
const signIn = /^(?:([a-z][a-z\d+.-]*:)\/\/)?(\S+) wants you to sign in with your .+ account:$/i;

/** Names the site of a sign-in, if that is not this page's: whoever has the signature can sign in there. */
export function toSiteLines([first]: readonly RequestLine[]): readonly RequestLine[] {
  const [, scheme, site] = (first?.is === 'text' && signIn.exec(first.value.trim())) || [];
  if (site === undefined || isOwnSite(site, scheme)) return [];
  return [{ is: 'domain', value: site, warning: 'other-site' }];
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
