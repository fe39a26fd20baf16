import {
  type AccountId,
  addressOf,
  type Capability,
  capabilities,
  codeOf,
  failure,
  type Intent,
  isA,
  LinkspanError,
  Malformed,
  type MessageRequest,
  type Network,
  networkOf,
  type Port,
  type Quote,
  type RequestLine,
  record,
  type SendOptions,
  type SendRequest,
  type Sent,
  type Shape,
  type Signed,
  type SignInRequest,
  toAccountId,
  toFailure,
  type WalletRequest,
} from '@linkspan/contract';
import { toShown, toTextLines } from './lines.ts';
import type { Asked, Connected, FamilyAnswer, FamilyReading, Reader, Readers } from './session.ts';

// What the families share in reading a request.

/** What a reader gets of a request. */
export function toAsked<Namespace extends string, Caller>(
  request: WalletRequest<Namespace>,
  port: Port<Namespace>,
  connected: Connected<Namespace, Caller> | undefined,
): Asked<Namespace, Caller> {
  if (request.kind === 'call') return { ...request, params: request.params ?? [], port, connected };
  const network = networkOf(request.account as AccountId<Namespace>);
  return { method: request.kind, params: request, network, port, connected };
}

/**
 * Reads a request by the reader of its method. Rejects with `wallet/unsupported` for a method without a reader, and with
 * `input/call` if it throws `Malformed`.
 */
export async function readBy<Namespace extends string, Caller>(
  readers: Readers<Namespace, Caller>,
  asked: Asked<Namespace, Caller>,
): Promise<FamilyReading<Namespace>> {
  const { method, connected } = asked;
  const read = readers.get(method);
  if (read === undefined)
    throw new LinkspanError('wallet/unsupported', { wallet: connected?.wallet ?? '', method });
  try {
    return await read(asked);
  } catch (cause) {
    if (isA(cause, Malformed))
      throw new LinkspanError('input/call', { method, place: cause.place }, { cause });
    throw cause;
  }
}

/** The connected wallet, with the account in use and, if the request needs one, its network. */
export interface InUse<Namespace extends string, Caller, Address extends string = string>
  extends Connected<Namespace, Caller> {
  readonly account: AccountId<Namespace>;
  readonly address: Address;
}

/** What a request needs before anybody is asked. */
export interface Needs<Address extends string = string> {
  /** The account that it names, as the family's wallets are parsed to, or as CAIP-10. */
  readonly address?: Address | undefined;
  readonly account?: AccountId;
  /** Whether wallet and account can do it. By default what the session says of a kind of the page's request. */
  readonly can?: boolean;
  /** The network that it names: a person looks at the one that the page shows. */
  readonly network?: string | undefined;
}

/**
 * The one check of a request, in the order in which its parts count. Throws `wallet/not-connected`, why the wallet shows no
 * account, `wallet/account-changed`, `wallet/unsupported`, `wallet/network-unsupported`, `wallet/network-changed`.
 */
export function check<Namespace extends string, Caller, Address extends string>(
  asked: Pick<Asked<Namespace, Caller>, 'connected' | 'method' | 'port'>,
  needs: Needs<Address> & { readonly network: string },
): InUse<Namespace, Caller, Address> & { readonly network: Network<Namespace> };
export function check<Namespace extends string, Caller, Address extends string>(
  asked: Pick<Asked<Namespace, Caller>, 'connected' | 'method' | 'port'>,
  needs?: Needs<Address>,
): InUse<Namespace, Caller, Address>;
export function check<Namespace extends string, Caller, Address extends string>(
  { connected, method, port }: Pick<Asked<Namespace, Caller>, 'connected' | 'method' | 'port'>,
  { address: given, account: wanted, network: id, ...needs }: Needs<Address> = {},
) {
  if (connected === undefined) throw new LinkspanError('wallet/not-connected', {});
  connected.assertShown();
  const { wallet, accounts } = connected;
  const [account] = accounts;
  const own = networkOf(account);
  const address = addressOf(account) as Address;
  const named = wanted ?? (given === undefined ? account : toAccountId(own, given));
  if (named !== account) throw new LinkspanError('wallet/account-changed', { account: named });
  const networkWith = (known?: string) => port.networks.find((one) => one.id === known);
  const can = needs.can ?? (!isKind(method) || connected.capabilities.includes(method));
  if (!can && networkWith(own) === undefined) throw new LinkspanError('wallet/network-changed', { wallet });
  if (!can) throw new LinkspanError('wallet/unsupported', { wallet, method });
  const network = networkWith(id);
  if (id !== undefined && network === undefined)
    throw new LinkspanError('wallet/network-unsupported', { wallet, network: id });
  if (id !== undefined && id !== own) throw new LinkspanError('wallet/network-changed', { wallet });
  return { ...connected, account, address, ...(network && { network }) };
}

const isKind = (method: string): method is Capability => capabilities.some((one) => one === method);

/** Reads a text that the page has signed. */
export function toMessageReader<Namespace extends string, Caller>(
  sign: (own: InUse<Namespace, Caller>, text: string) => Promise<Signed>,
): Reader<Namespace, Caller> {
  return (asked) => {
    const { account, text } = asked.params as MessageRequest;
    const own = check(asked, { account });
    if (text === '') throw new LinkspanError('input/empty', {});
    const answer = async () => ({ signed: await sign(own, text) });
    return toPerson(asked, own, { asksFor: 'signature', lines: toTextLines(text) }, answer);
  };
}

/** Reads a sign-in to the page. */
export function toSignInReader<Namespace extends string, Caller>(
  signIn: (own: InUse<Namespace, Caller>, request: SignInRequest) => Promise<Signed>,
): Reader<Namespace, Caller> {
  return (asked) => {
    const request = asked.params as SignInRequest;
    const own = check(asked, { account: request.account });
    const lines: readonly RequestLine[] = [
      { is: 'site', value: request.domain },
      ...(request.statement ? [{ is: 'statement', value: request.statement } as const] : []),
      { is: 'nonce', value: request.nonce },
      { is: 'until', value: request.expiresAt },
    ];
    const answer = async () => ({ signed: await signIn(own, request) });
    return toPerson(asked, own, { asksFor: 'signature', lines }, answer);
  };
}

/** Reads a transfer of the native coin. A network that does not quote it does not keep a person from sending. */
export function toSendReader<Namespace extends string, Caller>(
  quote: (request: SendRequest, port: Port<Namespace>) => Promise<Quote>,
  send: (own: InUse<Namespace, Caller>, request: SendRequest, options: SendOptions) => Promise<Sent>,
): Reader<Namespace, Caller> {
  return async (asked) => {
    const request = asked.params as SendRequest;
    const { account, to, amount } = request;
    const own = check(asked, { account });
    const quoted = await quote(request, asked.port).catch((error: unknown) => {
      if (codeOf(error)?.startsWith('input/')) throw error;
      return toFailure(error, failure('remote/failed', { family: asked.port.family }));
    });
    const lines = [{ is: 'amount', value: amount } as const, { is: 'recipient', value: to } as const];
    const intent = { asksFor: 'transaction', moves: { to, amount }, lines } as const;
    const answer = async (options: SendOptions) => ({ sent: await send(own, request, options) });
    return { ...toPerson(asked, own, intent, answer), quote: quoted };
  };
}

/** A request that the wallet asks a person about. */
export function toPerson(
  { method }: { readonly method: string },
  { account }: { readonly account: AccountId },
  shown: Shown,
  answer: (options: SendOptions) => Promise<FamilyAnswer>,
): FamilyReading & { readonly asks: 'person' } {
  return { asks: 'person', intent: { account, method, ...shown, ...toShown(shown.lines) }, answer };
}

/** What a person approves, apart from what all requests have in common. */
type Shown = Intent extends infer Kind
  ? Kind extends Intent
    ? Omit<Kind, 'account' | 'method'>
    : never
  : never;

/** The longest parameters of a request, as JSON, in characters. */
export const mostParams = 200_000;

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
