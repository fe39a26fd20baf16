import type { Attempt, Progress } from './attempt.ts';
import { cleanLines, cleanText } from './clean-text.ts';
import type { Balance, BalanceFailure, Connection } from './connection.ts';
import { capabilities } from './connection.ts';
import type { Approved, WalletListing } from './discovery.ts';
import type { Failure } from './failure.ts';
import { type AccountId, isAccountId, networkOf } from './ids.ts';
import type { Sent, Signed } from './intent.ts';
import type { Settled } from './settle.ts';
import { atLeastOne, list, Malformed, oneOf, record, type Shape, text, variant, whole } from './shape.ts';
import { field } from './thrown.ts';
import type { Comparison, Incomparable, Movement, Transfer } from './transfer.ts';

const account = text('a CAIP-10 account id', isAccountId) as Shape<AccountId>;
const key = text('a text of 1 to 100 characters', isNotEmpty, 100);
const name = cleaned(text('a name', isNotEmpty), 60, 'Unnamed');
const icon = text('a data:image URI', (value) => /^data:image\/[a-z+.-]+[;,]/.test(value), 200_000);
const digits = text('decimal digits', (value) => /^\d{1,78}$/.test(value));
const reverseDomain = cleaned(text('a reverse domain name', isNotEmpty, 100), 100);
const webAddress = text('an http(s) address', isWebAddress);
const identity = { id: key, name };
const mostContext = 20;
const mostContextText = 300;
const mostWallets = 1_500;

const context: Shape<Failure['context']> = (value, place) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Malformed(place, 'an object of texts');
  const found = Object.entries(value);
  if (found.length > mostContext) throw new Malformed(place, `at most ${mostContext} texts`);
  const entries = found.map(
    ([key, entry]) => [key, cleanLines(text()(entry, `${place}.${key}`), mostContextText)] as const,
  );
  return Object.freeze(Object.fromEntries(entries));
};

const failure: Shape<Failure> = record({
  code: text('a code such as wallet/rejected', (value) => /^[a-z]{1,16}\/[a-z-]{1,32}$/.test(value)),
  context,
});

const wallet = record(identity, { icon });

const accounts: Shape<readonly [AccountId, ...AccountId[]]> = (value, place) => {
  const found = atLeastOne(account)(value, place);
  const odd = found.findIndex((entry) => networkOf(entry) !== networkOf(found[0]));
  if (odd > 0) throw new Malformed(`${place}[${odd}]`, `on ${networkOf(found[0])}, as the first is`);
  return found;
};

/** A connection, from unknown. Throws `Malformed`. */
export const parseConnection: Shape<Connection> = variant('status', {
  disconnected: record({ status: oneOf(['disconnected']) }, { failure }),
  connecting: record({ status: oneOf(['connecting']), wallet }),
  connected: record({
    status: oneOf(['connected']),
    wallet,
    accounts,
    capabilities: list(oneOf(capabilities), capabilities.length),
  }),
  reconnecting: record({ status: oneOf(['reconnecting']), wallet, accounts }, { failure }),
}) as Shape<Connection>;

/**
 * What a wallet has approved, from unknown. `provider` is an object that discovery and connector of one release agree
 * on: it is passed on as it is. Throws `Malformed`.
 */
export const parseApproved: Shape<Approved> = (value, place) => ({
  attempt: key(field(value, 'attempt'), `${place}attempt`),
  wallet: wallet(field(value, 'wallet'), `${place}wallet`),
  accounts: accounts(field(value, 'accounts'), `${place}accounts`),
  provider: field(value, 'provider'),
});

/** Why a balance could not be had, from unknown. Throws `Malformed`. */
export const parseBalanceFailure: Shape<BalanceFailure> = record({ account, failure });

/** A balance, from unknown. Throws `Malformed`. */
export const parseBalance: Shape<Balance> = record({
  account,
  amount: digits,
  decimals: whole(0, 77),
  symbol: cleaned(text('a symbol of 1 to 12 characters', isNotEmpty, 12), 12, '?'),
});

/** In the writing of a chain: nothing that could change how a page reads. */
const place = text('an account of 1 to 200 characters', (value) => /^[\w.:%-]{1,200}$/.test(value));
const movement: Shape<Movement> = record({ from: place, to: place, amount: digits }, { asset: place });

/** A comparison, from unknown. Throws `Malformed`. */
const comparison = variant('result', {
  'as-asked': record({ result: oneOf(['as-asked']) }),
  'not-as-asked': record({ result: oneOf(['not-as-asked']), moved: list(movement, 20) }),
  'not-compared': record({
    result: oneOf(['not-compared']),
    // A later page may have kept a reason that this one does not know.
    why: text('a reason', (value) => /^[a-z-]{1,32}$/.test(value)) as Shape<Incomparable>,
  }),
}) as Shape<Comparison>;

const transactionId = text('an id of 1 to 200 characters', isNotEmpty, 200);
const sent = {
  transaction: text(undefined, undefined, 200),
  from: account,
  to: cleaned(text(undefined, undefined, 200), 200),
  amount: digits,
};

/** A transfer, from unknown. Throws `Malformed`. */
export const parseTransfer: Shape<Transfer> = variant('state', {
  sent: record({ ...sent, state: oneOf(['sent']) }),
  landed: record({ ...sent, state: oneOf(['landed']) }, { by: transactionId, comparison }),
  failed: record({ ...sent, state: oneOf(['failed']), failure }, { comparison }),
  replaced: record({ ...sent, state: oneOf(['replaced']) }, { by: transactionId, comparison }),
  expired: record({ ...sent, state: oneOf(['expired']) }),
}) as Shape<Transfer>;

const isFinal = oneOf([true, false]);

/** The outcome of a send, from unknown. Throws `Malformed`. */
export const parseSettled: Shape<Settled> = variant('state', {
  unknown: record({ state: oneOf(['unknown']) }),
  sent: record({ state: oneOf(['sent']), transaction: transactionId }),
  landed: record(
    { state: oneOf(['landed']), transaction: transactionId, isFinal },
    { by: transactionId, comparison },
  ),
  failed: record({ state: oneOf(['failed']), transaction: transactionId, failure, isFinal }, { comparison }),
  replaced: record({ state: oneOf(['replaced']), isFinal }, { by: transactionId, comparison }),
  expired: record({ state: oneOf(['expired']) }),
}) as Shape<Settled>;

const listed = { icon, identity: reverseDomain, practice: oneOf([true]) };

const listing = variant('reach', {
  installed: record({ ...identity, reach: oneOf(['installed']) }, listed),
  window: record({ ...identity, reach: oneOf(['window']) }, listed),
  redirect: record({ ...identity, reach: oneOf(['redirect']) }, listed),
  pairing: record({ ...identity, reach: oneOf(['pairing']) }, listed),
  absent: record({ ...identity, reach: oneOf(['absent']), installUrl: webAddress }, listed),
}) as Shape<WalletListing>;

/** A list of wallets with distinct ids, from unknown. Throws `Malformed`. */
export const parseWallets: Shape<readonly WalletListing[]> = (value, place) => {
  const wallets = list(listing, mostWallets)(value, place);
  const ids = new Set<string>();
  // In one pass: a remote may publish such a list often.
  const twice = wallets.findIndex(({ id }) => ids.size === ids.add(id).size);
  if (twice >= 0) throw new Malformed(`${place}[${twice}].id`, 'unique in the list');
  return wallets;
};

const progress = variant('step', {
  asking: record({ step: oneOf(['asking']) }),
  waiting: record({ step: oneOf(['waiting']) }),
  pairing: record({
    step: oneOf(['pairing']),
    uri: text('an address to open on a second device', isNotEmpty),
  }),
  leaving: record({ step: oneOf(['leaving']) }),
  adopting: record({ step: oneOf(['adopting']) }),
}) as Shape<Progress>;

/** An attempt, from unknown: its progress is what a remote reports. Throws `Malformed`. */
export const parseAttempt: Shape<Attempt> = variant('state', {
  none: record({ state: oneOf(['none']) }),
  running: record({ state: oneOf(['running']), id: key, wallet, progress }),
  failed: record({ state: oneOf(['failed']), id: key, wallet, failure }),
}) as Shape<Attempt>;

const signed = {
  account,
  message: text(undefined, undefined, 1_000_000),
  signature: text('a signature', isNotEmpty, 100_000),
};
const verified = { isVerified: oneOf([true]) };
const signedBytes = text('bytes in base64', isBase64, 6_000_000);
const nep413 = { publicKey: key, nonce: key, recipient: text() };
const knownSigned = variant('scheme', {
  eip191: record({ ...signed, scheme: oneOf(['eip191']) }, verified),
  'solana:ed25519': record({ ...signed, scheme: oneOf(['solana:ed25519']) }, { ...verified, signedBytes }),
  nep413: record(
    { ...signed, ...nep413, scheme: oneOf(['nep413']) },
    { ...verified, callbackUrl: text(), state: text() },
  ),
});
const scheme = text('a scheme that begins with x-', (value) => value.startsWith('x-'), 100);
const otherSigned = record({ ...signed, scheme }, { ...verified, publicKey: text() });

/** What a signing answers, from unknown. Throws `Malformed`. */
export const parseSigned: Shape<Signed> = (value, place) => {
  const given = field(value, 'scheme');
  const isOther = typeof given === 'string' && given.startsWith('x-');
  return (isOther ? otherSigned : knownSigned)(value, place) as Signed;
};

/** What a send answers, from unknown. Throws `Malformed`. */
export const parseSent: Shape<Sent> = record({ transaction: transactionId });

/** Whether an attempt is under way. */
export function isRunning(attempt: Attempt): attempt is Attempt & { state: 'running' } {
  return attempt.state === 'running';
}

/** A text that a person is shown: cleaned, and `empty` where nothing is left. */
function cleaned(shape: Shape<string>, most: number, empty = ''): Shape<string> {
  return (value, place) => cleanText(shape(value, place), most) || empty;
}

function isBase64(value: string): boolean {
  return value.length > 0 && value.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(value);
}

function isNotEmpty(value: string): boolean {
  return value.length > 0;
}

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
