import {
  type AccountId,
  type Answer,
  codeOf,
  failure,
  type Intent,
  isA,
  LinkspanError,
  Malformed,
  type MessageRequest,
  networkOf,
  type PersonReading,
  type Port,
  type Quote,
  type Reading,
  type RequestLine,
  record,
  type SendOptions,
  type SendRequest,
  type Sent,
  type Shape,
  type Signed,
  type SignInRequest,
  toFailure,
  type WalletRequest,
} from '@linkspan/contract';
import { check, type InUse } from './check.ts';
import { toShown, toTextLines } from './lines.ts';
import type { Asked, Connected, Reader, Readers } from './session.ts';

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
): Promise<Reading<Namespace>> {
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
  answer: (options: SendOptions) => Promise<Answer>,
): PersonReading {
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
