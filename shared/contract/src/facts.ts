import type { Attempt, Progress } from './attempt.ts';
import { cleanLines, cleanText } from './clean-text.ts';
import type { Balance, BalanceFailure, Connection } from './connection.ts';
import type { Approved, Pairing, WalletListing } from './discovery.ts';
import type { Failure } from './failure.ts';
import { type AccountId, type AssetId, isAssetId, isNetworkId, networkOf } from './ids.ts';
import { type Intent, lineKinds, lineWarnings, type Quote, type RequestLine, type Signed } from './intent.ts';
import {
  type Answer,
  capabilities,
  isStatement,
  type Reading,
  type RequestInput,
  type SignInFields,
} from './request.ts';
import type { Comparison, Movement, Settled } from './settle.ts';
import {
  dictionary,
  integer,
  list,
  Malformed,
  nonEmptyList,
  oneOf,
  record,
  type Shape,
  text,
  variant,
} from './shape.ts';
import { field, tryTo } from './thrown.ts';

const accountForm = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/;
const account = text('a CAIP-10 account id', isAccountId) as Shape<AccountId>;
const key = text('a text of 1 to 100 characters', isNotEmpty, 100);
const name = cleaned(text('a name', isNotEmpty), 60, 'Unnamed');
const icon = text('a data:image URI', (value) => /^data:image\/[a-z+.-]+[;,]/.test(value), 200_000);
const digits = text('decimal digits', (value) => /^\d{1,78}$/.test(value));
const reverseDomain = cleaned(text('a reverse domain name', isNotEmpty, 100), 100);
const webAddress = text('an http(s) address', isWebAddress);
const secureAddress = text('an https address', isSecureAddress);
const identity = { id: key, name };
const mostContext = 20;
const mostContextText = 300;
/** The limit of wallets that announce themselves, beside those that the team knows or that was used last. */
export const mostAnnounced = 1_000;
const mostWallets = 1_500;

/** CAIP-10, "Syntax"; the address must be one that `addressOf` can decode and a page can show. */
export function isAccountId(value: unknown): value is AccountId {
  if (typeof value !== 'string' || !accountForm.test(value)) return false;
  const plain = tryTo(() => decodeURIComponent(value));
  return plain !== undefined && cleanText(plain, plain.length) === plain;
}

const contextText: Shape<string> = (value, place) => cleanLines(text()(value, place), mostContextText);
const context: Shape<Failure['context']> = dictionary(text(), contextText, mostContext);

const failure: Shape<Failure> = record({
  code: text('a code such as wallet/rejected', (value) => /^[a-z]{1,16}\/[a-z-]{1,32}$/.test(value)),
  context,
});

const wallet = record(identity, { icon });

const accounts: Shape<readonly [AccountId, ...AccountId[]]> = (value, place) => {
  const found = nonEmptyList(account)(value, place);
  const odd = found.findIndex((entry) => networkOf(entry) !== networkOf(found[0]));
  if (odd > 0) throw new Malformed(`${place}[${odd}]`, `on ${networkOf(found[0])}, as the first is`);
  return found;
};

const appAddress = text('an https address, or one with the scheme of a wallet’s app', isLink);

/** A connection, from unknown. Throws `Malformed`. */
export const parseConnection = variant<Connection>('status', {
  disconnected: [{}, { failure }],
  connecting: [{ wallet }],
  connected: [
    { wallet, accounts, capabilities: list(oneOf(capabilities), capabilities.length) },
    { isUnverified: oneOf([true]), appUrl: appAddress },
  ],
  reconnecting: [{ wallet, accounts }, { failure }],
});

/**
 * An approved wallet, from unknown. `provider`, on which discovery and connector of one release agree, is not parsed.
 * Throws `Malformed`.
 */
export const parseApproved: Shape<Approved> = (value, place) => ({
  attempt: key(field(value, 'attempt'), `${place}attempt`),
  wallet: wallet(field(value, 'wallet'), `${place}wallet`),
  accounts: accounts(field(value, 'accounts'), `${place}accounts`),
  provider: field(value, 'provider'),
});

/** A balance failure, from unknown. Throws `Malformed`. */
export const parseBalanceFailure: Shape<BalanceFailure> = record({ account, failure });

/** A balance, from unknown. Throws `Malformed`. */
export const parseBalance: Shape<Balance> = record({ account, amount: digits });

/** In the chain's own format, without characters that could change the text around it. */
const place = text('an account of 1 to 200 characters', (value) => /^[\w.:%-]{1,200}$/.test(value));
const asset = text('a CAIP-19 asset id', isAssetId) as Shape<AssetId>;
const movement: Shape<Movement> = record({ from: place, to: place, amount: digits }, { asset });

// A later page may have stored a reason that this one does not know.
const reason = text('a reason', (value) => /^[a-z-]{1,32}$/.test(value));
const comparison = variant<Comparison>('result', {
  'as-asked': [{}],
  'not-as-asked': [{ moved: list(movement, 20) }, { isPartial: oneOf([true]) }],
  'not-compared': [{ why: reason }, { paid: digits }],
});

const transactionId = text('an id of 1 to 200 characters', isNotEmpty, 200);
const awaits: Shape<'owners'> = oneOf(['owners']);
const sent = [{ transaction: transactionId }, { awaits }] as const;
const landed = { by: transactionId, comparison };
const isFinal = oneOf([true, false]);

/** The outcome of a send, from unknown. Throws `Malformed`. */
export const parseSettled = variant<Settled>('state', {
  unknown: [{}],
  sent,
  landed: [{ transaction: transactionId, isFinal }, landed],
  failed: [{ transaction: transactionId, failure, isFinal }, { comparison }],
  replaced: [{ isFinal }, landed],
  expired: [{}],
});

const line: Shape<RequestLine> = (value, place) =>
  (field(value, 'is') === 'text' ? textLine : shortLine)(value, place);
const named = {
  name: cleaned(text('a name', isNotEmpty), 120),
  bytes: integer(0, 2 ** 31),
  warning: oneOf(lineWarnings),
  claimed: oneOf([true]),
};
const textLine = record({ is: oneOf(['text']), value: cleaned(text(), 2_000) }, named);
const shortLine = record({ is: oneOf(lineKinds), value: cleaned(text(), 300) }, named);
const asked = {
  account,
  method: text('a method', (value) => /^[\w:-]{1,60}$/.test(value)),
  lines: list(line, 300),
};

/** What a request asks of a person, from unknown. Throws `Malformed`. */
export const parseIntent = variant<Intent>('asksFor', {
  signature: [asked, { isTransaction: oneOf([true]) }],
  approval: [asked],
  transaction: [
    { ...asked, moves: record({ to: cleaned(text(undefined, undefined, 200), 200), amount: digits }) },
  ],
});

/** A quote, from unknown. Throws `Malformed`. */
const quote: Shape<Quote> = record(
  { fee: text('decimal digits', (value) => /^-?\d{1,78}$/.test(value)) },
  {
    recipient: record(
      { address: text('an address', isNotEmpty, 200) },
      { is: oneOf(['contract', 'keyless', 'new', 'other-family']) },
    ),
    most: digits,
  },
);
const quoted: Shape<Quote | Failure> = (value, place) =>
  (field(value, 'code') === undefined ? quote : failure)(value, place);

const run: Shape<() => Promise<never>> = (value, place) => {
  if (typeof value !== 'function') throw new Malformed(place, 'a function');
  return value as () => Promise<never>;
};

const signInFields: Shape<SignInFields> = record(
  { nonce: text('8 to 100 letters and digits', (value) => /^[A-Za-z\d]{8,100}$/.test(value)) },
  {
    statement: text('a line that EIP-4361 can write', isStatement, 1_000),
    resources: list(
      // The parser takes line breaks out, and the message has one resource a line.
      text('an address', (value) => /^\S+$/.test(value) && URL.canParse(value), 2_000),
      20,
    ),
    expiresAt: text(
      'a time as RFC 3339',
      (value) => /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)),
    ),
  },
);

/** A request of the page's views or its application, from unknown. Throws `Malformed`. */
export const parseRequestInput = variant<RequestInput>('kind', {
  message: [{ text: text('a text of at most 200,000 characters', undefined, 200_000) }],
  'sign-in': [{}, { fields: signInFields }],
  send: [
    { to: text('a recipient', undefined, 200), amount: text('decimal digits', undefined, 78) },
    { account },
  ],
  token: [
    {
      asset: text('a CAIP-19 asset id', isAssetId),
      symbol: text('a symbol', undefined, 12),
      decimals: integer(0, 77),
    },
  ],
});

/** A request as a remote has read it, from unknown. Throws `Malformed`. */
export const parseReading = variant<Reading>('asks', {
  nobody: [{ answer: run }],
  network: [{ network: text('a CAIP-2 network id', isNetworkId), answer: run }],
  person: [{ intent: parseIntent, answer: run }, { quote: quoted }],
});

const listed = { icon, identity: reverseDomain, practice: oneOf([true]) };
const listing = variant<WalletListing>('reach', {
  installed: [identity, listed],
  window: [identity, listed],
  pairing: [identity, listed],
  absent: [
    { ...identity, installUrl: webAddress },
    { ...listed, openUrl: secureAddress },
  ],
});

/** A list of wallets with distinct ids, from unknown. Throws `Malformed`. */
export const parseWallets: Shape<readonly WalletListing[]> = (value, place) => {
  const wallets = list(listing, mostWallets)(value, place);
  const ids = new Set<string>();
  // In one pass: a remote may publish such a list often.
  const twice = wallets.findIndex(({ id }) => ids.size === ids.add(id).size);
  if (twice >= 0) throw new Malformed(`${place}[${twice}].id`, 'unique in the list');
  return wallets;
};

const progress = variant<Progress>('step', {
  asking: [{}],
  waiting: [{}],
  loading: [{}],
  press: [{}],
  adopting: [{}],
});

/** An attempt, from unknown: a remote reports its progress. Throws `Malformed`. */
export const parseAttempt = variant<Attempt>('state', {
  none: [{}],
  running: [{ id: key, wallet, progress }],
  failed: [{ id: key, wallet, failure }],
});

/** As `Date.toISOString` writes it. */
function isTime(value: string): boolean {
  return tryTo(() => new Date(value).toISOString()) === value;
}

const link = record({
  name,
  url: appAddress,
});

/** A pairing, from unknown. Throws `Malformed`. */
export const parsePairing: Shape<Pairing> = record(
  {
    wallet: name,
    uri: text('a text of 1 to 2,000 characters', isNotEmpty),
    links: list(link, 20),
  },
  { expiresAt: text('a time as 2030-01-01T00:00:00.000Z', isTime, 30) },
);

const signed = {
  account,
  message: text(undefined, undefined, 1_000_000),
  signature: text('a signature', isNotEmpty, 100_000),
};
const verified = { isVerified: oneOf([true]) };
const signedBytes = text('bytes in base64', isBase64, 6_000_000);
const knownSigned = variant<Signed>('scheme', {
  eip191: [signed, verified],
  'solana:ed25519': [signed, { ...verified, signedBytes }],
  nep413: [
    { ...signed, publicKey: key, nonce: key, recipient: text() },
    { ...verified, callbackUrl: text(), state: text() },
  ],
});
const scheme = text('a scheme that begins with x-', (value) => value.startsWith('x-'), 100);
const otherSigned = record({ ...signed, scheme }, { ...verified, publicKey: text() });

/** A signature, from unknown. Throws `Malformed`. */
export const parseSigned: Shape<Signed> = (value, place) => {
  const given = field(value, 'scheme');
  const isOther = typeof given === 'string' && given.startsWith('x-');
  return (isOther ? otherSigned : knownSigned)(value, place) as Signed;
};

/** A copy of what JSON has. */
const copied: Shape<unknown> = (value, place) => {
  const copy = tryTo(() => ({ value: structuredClone(value) }));
  if (copy === undefined) throw new Malformed(place, 'a value that JSON has');
  return copy.value;
};

/** The answer to a request, from unknown. Throws `Malformed`. */
export const parseAnswer: Shape<Answer> = record(
  {},
  { value: copied, signed: parseSigned, sent: record(...sent), look: run },
);

/** Whether an attempt is under way. */
export function isRunning(attempt: Attempt): attempt is Attempt & { state: 'running' } {
  return attempt.state === 'running';
}

/** A text to show: cleaned, or `empty` if nothing is left. */
/* @__NO_SIDE_EFFECTS__ */ function cleaned(shape: Shape<string>, max: number, empty = ''): Shape<string> {
  return (value, place) => cleanText(shape(value, place), max) || empty;
}

function isBase64(value: string): boolean {
  return value.length > 0 && value.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(value);
}

function isNotEmpty(value: string): boolean {
  return value.length > 0;
}

/**
 * Schemes that open a wallet and nothing else of a device: of WalletConnect, of Mobile Wallet Adapter, and of the apps
 * that WalletConnect's directory and the remotes name.
 */
const walletSchemes =
  /^(wc|solana-wallet|argent|backpack|bitkeep|bnc|cbwallet|coin98|dfw|exodus|hotwallet|imtokenv2|ledgerlive|metamask|mewwallet|okex|oneinch|phantom|rainbow|robinhood-wallet|ronin|safe|safepalwallet|solflare|tpoutside|trust|uniswap|zerion):$/;

/** The scheme of any other app is a domain name that its makers own, reversed, as of no browser and no system: RFC 7595, 3.8. */
const privateScheme = /^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:$/;

/** Whether a text is the address of a site, or of a wallet's app. */
export function isLink(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol } = new URL(value);
  return protocol === 'https:' || walletSchemes.test(protocol) || privateScheme.test(protocol);
}

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function isSecureAddress(value: string): boolean {
  return URL.canParse(value) && new URL(value).protocol === 'https:';
}
