import { type Failure, failure, field, LinkspanError, type Network } from '@linkspan/contract';
import { walletReadMs } from '@linkspan/kit/limits';
import { raceRead, raceRequest } from '@linkspan/kit/race';
import { tryTo } from '@linkspan/kit/util';
import { getBase58Decoder } from '@solana/kit';
import { type Account, isAddress, parseAccounts } from './accounts.ts';
import {
  ask,
  canAsk,
  type Feature,
  onChange,
  type Provider,
  parseBytes,
  parseSignature,
  parseSignedText,
  type SignedIn,
  type SignedText,
  type TransactionVersion,
  toChainName,
  versionFor,
} from './provider.ts';
import type { SignInInput } from './verify.ts';

/** Where a transaction goes: the network, and its node for a wallet that signs only. */
export interface Destination {
  readonly network: Network<'solana'>;
  /** Called right before the wallet is asked; it is not asked if this throws. */
  noted(): void;
  /** Returns the transaction's id in base58. */
  submit(signed: Uint8Array): Promise<string>;
}

/** What the library sees of a wallet: it never prompts for a connection, names its chain, and can be closed. */
export interface Adapter {
  /** As the wallet last showed them, the one in use first. */
  accounts(): readonly Account[];
  /** Reads the accounts again that the wallet shows: it is not asked, since one that is locked may open a window. */
  reread(): Promise<void>;
  /** Whether the wallet tells of no change. */
  readonly isSilent: boolean;
  use(address: string): void;
  /** Whether the wallet has the feature, and its account in use too if it is one of those that accounts list. */
  can(feature: Feature): boolean;
  /** Whether they can take a transaction for a network in either way. */
  canSend(network: Network<'solana'>): boolean;
  /** The version of the transactions that they take in either way; undefined if they take none. */
  transactionVersion(): TransactionVersion | undefined;
  signMessage(message: Uint8Array): Promise<SignedText>;
  signIn(input: SignInInput): Promise<SignedIn>;
  /** Takes an unsigned transfer in wire format; returns its id in base58. What the wallet only signs is submitted. */
  send(transaction: Uint8Array, destination: Destination): Promise<string>;
  /** Gives the permission back, where the wallet can. */
  disconnect(): Promise<void>;
  /** Calls at each change of the accounts. */
  watch(listener: () => void): void;
}

/** For how long an adapter is open, and who hears that the wallet shows no account for now, or other accounts. */
export interface AdapterOptions {
  readonly signal: AbortSignal;
  locked(reason: Failure): void;
  changed(): void;
}

/** The wallet sends by itself if it can. */
const sendFeatures = ['solana:signAndSendTransaction', 'solana:signTransaction'] as const;

/** An open wallet, and what is known of it. */
interface State extends AdapterOptions {
  readonly provider: Provider;
  /** Its name, for the texts. */
  readonly wallet: string;
  readonly watchers: Set<() => void>;
  shown: readonly Account[];
  /** The account that the page chose, until the wallet puts another one first. */
  chosen: string | undefined;
  isLocked: boolean;
  /** The page gives the permission back: that no account is shown then is no news. */
  isLeaving: boolean;
}

/** Opens an adapter over a registered wallet, until the signal aborts. Throws `wallet/malformed`. */
export function openAdapter(provider: Provider, wallet: string, options: AdapterOptions): Adapter {
  const state: State = {
    ...options,
    ...{ provider, wallet, watchers: new Set(), chosen: undefined, isLocked: false, isLeaving: false },
    shown: parseAccounts(provider.accounts, wallet),
  };
  const isSilent = !onChange(provider, options.signal, () => follow(state));
  return {
    accounts: () => toAccounts(state),
    can: (feature) => can(state, feature),
    canSend: (network) =>
      tryTo(() => toChainName(inUse(state), network, wallet)) !== undefined &&
      sendFeature(state) !== undefined,
    transactionVersion() {
      const feature = sendFeature(state);
      return feature && versionFor(provider, feature);
    },
    use(address) {
      state.chosen = address;
      tell(state);
    },
    signMessage: async (message) =>
      parseSignedText(await prompt(state, 'solana:signMessage', { account: inUse(state), message }), wallet),
    signIn: async (input) => parseSignedIn(await prompt(state, 'solana:signIn', input), wallet),
    send: (transaction, destination) => send(state, transaction, destination),
    isSilent,
    reread: async () => follow(state),
    async disconnect() {
      state.isLeaving = true;
      if (canAsk(provider, 'standard:disconnect')) await giveBack(state);
    },
    watch: (listener) => void state.watchers.add(listener),
  };
}

function toAccounts({ shown, chosen }: State): readonly Account[] {
  const first = shown.filter(({ address }) => address === chosen);
  return [...first, ...shown.filter((account) => !first.includes(account))];
}

function inUse(state: State): Account {
  const [account] = toAccounts(state);
  if (account === undefined) throw new LinkspanError('wallet/not-connected', {});
  return account;
}

/**
 * To sign in is no feature of an account: it may be what connects one. The reference adapter looks at the wallet, too.
 */
function can(state: State, feature: Feature): boolean {
  return (
    canAsk(state.provider, feature) &&
    (feature === 'solana:signIn' || toAccounts(state)[0]?.features.includes(feature) === true)
  );
}

function sendFeature(state: State) {
  return sendFeatures.find(
    (feature) => can(state, feature) && versionFor(state.provider, feature) !== undefined,
  );
}

async function prompt({ provider, wallet, signal }: State, feature: Feature, input: object) {
  return raceRequest(wallet, signal, () => ask(provider, feature, input));
}

/** The output of `solana:signIn`. Throws `wallet/malformed`. */
export function parseSignedIn(outputs: unknown, wallet: string): SignedIn {
  const address = field(field(field(outputs, '0'), 'account'), 'address');
  if (!isAddress(address)) throw new LinkspanError('wallet/malformed', { wallet, place: 'account' });
  return { address, ...parseSignedText(outputs, wallet) };
}

/** No person is asked for it. */
async function giveBack({ provider, wallet, signal }: State): Promise<void> {
  const limits = { signal, deadlineMs: walletReadMs };
  await raceRead(wallet, limits, () => ask(provider, 'standard:disconnect'));
}

async function send(
  state: State,
  transaction: Uint8Array,
  { network, noted, submit }: Destination,
): Promise<string> {
  const { wallet } = state;
  const account = inUse(state);
  const chain = toChainName(account, network, wallet);
  const input = { account, chain, transaction, options: { preflightCommitment: 'confirmed' } };
  noted();
  if (sendFeature(state) === 'solana:signTransaction') {
    const signed = await prompt(state, 'solana:signTransaction', input);
    return submit(parseBytes(signed, 'signedTransaction', wallet));
  }
  const sent = await prompt(state, 'solana:signAndSendTransaction', input);
  return getBase58Decoder().decode(parseSignature(sent, wallet));
}

function follow(state: State): void {
  const next = tryTo(() => parseAccounts(state.provider.accounts, state.wallet));
  if (next === undefined) return;
  // No wallet says why: it is locked, it chooses another account, or it has taken its permission back.
  if (next.length === 0) hearNone(state);
  else take(state, next);
}

function take(state: State, next: readonly Account[]): void {
  if (next[0]?.address !== state.shown[0]?.address) state.chosen = undefined;
  const isNews = state.isLocked || toNames(next) !== toNames(state.shown);
  state.isLocked = false;
  state.shown = next;
  tell(state);
  if (isNews) state.changed();
}

function hearNone(state: State): void {
  if (state.isLeaving || state.isLocked) return;
  state.isLocked = true;
  state.locked(failure('wallet/locked-or-ended', { wallet: state.wallet }));
}

function tell({ watchers }: State): void {
  for (const watcher of watchers) watcher();
}

function toNames(accounts: readonly Account[]): string {
  return String(accounts.map(({ address }) => address));
}
