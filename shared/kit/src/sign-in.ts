import { addressOf, LinkspanError, networkOf, type SignInRequest } from '@linkspan/contract';

/** A sign-in as EIP-4361 has it: it need not expire. */
export type Eip4361Fields = Omit<SignInRequest, 'expiresAt'> & Partial<Pick<SignInRequest, 'expiresAt'>>;

type IsValid = (value: unknown) => boolean;

const matches =
  (form: RegExp): IsValid =>
  (value) =>
    typeof value === 'string' && form.test(value);

/** RFC 3986, "Syntax Components", by its characters. */
const isUri = matches(/^[a-z][a-z\d+.-]*:([\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})*$/i);

const checks: Readonly<Record<string, readonly [IsValid, string]>> = {
  // RFC 3986, "Authority": a name, an IPv4 or an IPv6 address, with a port and a user if it has them.
  domain: [
    matches(/^([\w.~!$&'()*+,;=:%-]*@)?(\[[\da-f:.]+\]|[a-z\d]([\w.~-]*[a-z\d])?)(:\d{1,5})?$/i),
    'the host of a page, such as app.example:8443',
  ],
  uri: [isUri, 'a URI'],
  // EIP-4361, "ABNF Message Format": reserved, unreserved and space.
  statement: [matches(/^[\w.~:/?#[\]@!$&'()*+,;= -]*$/), 'one line of plain ASCII'],
  nonce: [matches(/^[a-z\d]{8,}$/i), 'eight or more letters and digits'],
  issuedAt: [isDate, 'an RFC 3339 date and time'],
  expiresAt: [isDate, 'an RFC 3339 date and time'],
  notBefore: [isDate, 'an RFC 3339 date and time'],
  // RFC 3986, `pchar`.
  requestId: [matches(/^([\w.~!$&'()*+,;=:@-]|%[\da-f]{2})*$/i), 'characters of a path in a URI'],
  resources: [(list) => Array.isArray(list) && list.every(isUri), 'a list of URIs'],
};

const optional = ['statement', 'expiresAt', 'notBefore', 'requestId', 'resources'];

/** Refuses a sign-in that EIP-4361 cannot express. Throws `config/malformed` with the field. */
export function assertSignIn(intent: Eip4361Fields): void {
  for (const [field, [isValid, expected]] of Object.entries(checks)) {
    const value: unknown = intent[field as keyof SignInRequest];
    const isLeftOut = value === undefined && optional.includes(field);
    if (!isLeftOut && !isValid(value)) throw malformed(field, expected);
  }
}

/**
 * The text of a sign-in with an account of a chain, such as `NEAR`: CAIP-122, "Abstract Data Model" and "Signing
 * Message". Throws `config/malformed` with the field.
 */
export function toSignInText(intent: SignInRequest, chain: string): string {
  assertSignIn(intent);
  const { account, domain, statement, uri, notBefore, requestId, resources } = intent;
  return [
    `${domain} wants you to sign in with your ${chain} account:`,
    addressOf(account),
    '',
    ...(statement ? [statement, ''] : []),
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${networkOf(account)}`,
    `Nonce: ${intent.nonce}`,
    `Issued At: ${intent.issuedAt}`,
    `Expiration Time: ${intent.expiresAt}`,
    ...(notBefore === undefined ? [] : [`Not Before: ${notBefore}`]),
    ...(requestId === undefined ? [] : [`Request ID: ${requestId}`]),
    ...(resources === undefined ? [] : ['Resources:', ...resources.map((resource) => `- ${resource}`)]),
  ].join('\n');
}

/** The error for a field of a sign-in. */
export function malformed(field: string, expected: string): LinkspanError {
  return new LinkspanError('config/malformed', { place: `the sign-in’s ${field}`, expected });
}

/** A day that its month has: `Date` counts on into the next one. */
function isDate(value: unknown): boolean {
  const text = String(value);
  const [, year, month, day] =
    /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return day !== undefined && !Number.isNaN(Date.parse(text)) && Number(day) <= lastDay;
}
