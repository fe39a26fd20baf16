import {
  type AccountId,
  isA,
  isStatement,
  LinkspanError,
  Malformed,
  type PageRequest,
  parseRequestInput,
  type RequestInput,
  type SignInFields,
  type SignInRequest,
} from '@linkspan/contract';
import { deepFreeze } from '@linkspan/store';
import { signInValidMs, wrongSignInClockMs } from '../limits.ts';

/** What the page knows for its requests. */
export interface PageFacts {
  /** The page's title. */
  readonly title: string;
  /** The page's authority and origin, as a sign-in names them. */
  readonly page: { readonly host: string; readonly origin: string };
  now(): number;
}

/**
 * A request of the page for the account in use, copied and frozen. Throws `input/call` for what an application has not
 * written in this form.
 */
export function toRequest(input: RequestInput, account: AccountId, facts: PageFacts): PageRequest {
  const given = parseGiven(input);
  if (given.kind !== 'sign-in') return deepFreeze({ account, ...given });
  const { fields = { nonce: newNonce(), statement: toOwnStatement(facts.title) } } = given;
  return deepFreeze(toSignIn(account, fields, facts));
}

/** The statement of a sign-in. A title that EIP-4361 cannot write is left out. */
export function toOwnStatement(title: string): string {
  return isStatement(title) ? `Sign in to ${title}.` : 'Sign in to this page.';
}

/** A sign-in to this page: CAIP-122, "Data Model". */
function toSignIn(account: AccountId, fields: SignInFields, { page, now }: PageFacts): SignInRequest {
  const at = now();
  const { nonce, statement, resources, expiresAt = new Date(at + signInValidMs).toISOString() } = fields;
  return {
    kind: 'sign-in',
    account,
    domain: page.host,
    uri: page.origin,
    ...(statement !== undefined && { statement }),
    nonce,
    issuedAt: new Date(at).toISOString(),
    expiresAt,
    ...(resources && { resources }),
  };
}

/** 32 hexadecimal digits that nobody can guess. */
export function newNonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

function parseGiven(given: RequestInput): RequestInput {
  try {
    return parseRequestInput(given, '');
  } catch (cause) {
    const place = isA(cause, Malformed) ? cause.place.replace(/^fields\./, '') : 'kind';
    const { kind } = given;
    throw new LinkspanError('input/call', { method: String(kind).slice(0, 60), place }, { cause });
  }
}

/**
 * A wallet or a server refuses a sign-in that is out of its time by its own clock. Throws `input/clock` if the page's own
 * server says another time than this device.
 */
export async function assertClock({
  measureClock,
  now,
}: {
  /** See `measureClock` of the releases. */
  measureClock(): Promise<number | undefined>;
  now(): number;
}): Promise<void> {
  const ahead = (await measureClock()) ?? 0;
  if (Math.abs(ahead) <= wrongSignInClockMs) return;
  const [device, served] = [now(), now() - ahead].map((at) => new Date(at).toISOString());
  throw new LinkspanError('input/clock', { now: device ?? '', served: served ?? '' });
}
