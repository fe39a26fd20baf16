import { type Failure, failure, LinkspanError, type Network, raceRead } from '@linkspan/contract';
import { walletReadMs } from '@linkspan/kit/limits';
import { tryTo } from '@linkspan/kit/try-to';
import { whileOpen } from '@linkspan/kit/while-open';
import { getBase58Decoder } from '@solana/kit';
import { type Account, parseAccounts } from './accounts.ts';
import {
  ask,
  canAsk,
  type Feature,
  isRefusal,
  onChange,
  type Provider,
  parseBytes,
  parseSignature,
  parseSignedIn,
  parseSignedText,
  type SignedIn,
  type SignedText,
  type TransactionVersion,
  toChainName,
  versionFor,
} from './provider.ts';
import type { SignInInput } from './sign.ts';

/** Where a transaction goes: the network, and its node for a wallet that signs only. */
export interface Destination {
  readonly network: Network<'solana'>;
  /** Returns the transaction's id in base58. */
  submit(signed: Uint8Array): Promise<string>;
}

/** What the library sees of a wallet: it never prompts for a connection, names its chain, and can be closed. */
export interface Adapter {
  /** As the wallet last showed them, the one in use first. */
  accounts(): readonly Account[];
  /** Reads the accounts again; a wallet that shows none is asked silently. Rejects as the wallet does. */
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
  ended(reason: Failure): void;
}

/** The wallet sends by itself if it can. */
const sendFeatures = ['solana:signAndSendTransaction', 'solana:signTransaction'] as const;

/** Opens an adapter over a registered wallet, until the signal aborts. Throws `wallet/malformed`. */
export function openAdapter(
  provider: Provider,
  wallet: string,
  { signal, locked, changed, ended }: AdapterOptions,
): Adapter {
  const limits = { signal, deadlineMs: walletReadMs };
  let isLocked = false;
  let isLeaving = false;
  const watchers = new Set<() => void>();
  let shown = parseAccounts(provider.accounts, wallet);
  /** The account that the page chose, until the wallet puts another one first. */
  let chosen: string | undefined;

  const accounts = () => {
    const first = shown.filter(({ address }) => address === chosen);
    return [...first, ...shown.filter((account) => !first.includes(account))];
  };
  const inUse = () => {
    const [account] = accounts();
    if (account === undefined) throw new LinkspanError('wallet/not-connected', {});
    return account;
  };
  // To sign in is no feature of an account: it may be what connects one. The reference adapter looks at the wallet, too.
  const can = (feature: Feature) =>
    canAsk(provider, feature) &&
    (feature === 'solana:signIn' || accounts()[0]?.features.includes(feature) === true);
  const sendFeature = () =>
    sendFeatures.find((feature) => can(feature) && versionFor(provider, feature) !== undefined);
  const asked = (feature: Feature, input: object) => whileOpen(wallet, signal, ask(provider, feature, input));

  function hasNetwork(network: Network<'solana'>): boolean {
    return tryTo(() => toChainName(inUse(), network, wallet)) !== undefined;
  }

  function follow(): void {
    const next = tryTo(() => parseAccounts(provider.accounts, wallet));
    if (next === undefined) return;
    // No wallet says why: it is locked, it chooses another account, or it has taken its permission back.
    if (next.length === 0) hearNone();
    else take(next);
  }
  function take(next: readonly Account[]): void {
    if (next[0]?.address !== shown[0]?.address) chosen = undefined;
    const isNews = isLocked || toNames(next) !== toNames(shown);
    isLocked = false;
    shown = next;
    tell();
    if (isNews) changed();
  }
  function hearNone(): void {
    if (isLeaving || isLocked) return;
    isLocked = true;
    locked(failure('wallet/locked-or-ended', { wallet }));
    void askSilently();
  }
  /** A wallet that shows no account may show it when it is asked, or refuse. */
  async function askSilently(): Promise<void> {
    try {
      await raceRead(wallet, limits, () => ask(provider, 'standard:connect', { silent: true }));
      if (!signal.aborted) follow();
    } catch (error) {
      if (isLocked && isRefusal(error)) ended(failure('wallet/refuses', { wallet }));
    }
  }
  function tell(): void {
    for (const watcher of watchers) watcher();
  }
  const isSilent = !onChange(provider, signal, follow);

  return {
    accounts,
    can,
    canSend: (network) => hasNetwork(network) && sendFeature() !== undefined,
    transactionVersion: () => {
      const feature = sendFeature();
      return feature && versionFor(provider, feature);
    },
    use(address) {
      chosen = address;
      tell();
    },
    signMessage: async (message) =>
      parseSignedText(await asked('solana:signMessage', { account: inUse(), message }), wallet),
    signIn: async (input) => parseSignedIn(await asked('solana:signIn', input), wallet),
    async send(transaction, { network, submit }) {
      const account = inUse();
      const chain = toChainName(account, network, wallet);
      const input = { account, chain, transaction, options: { preflightCommitment: 'confirmed' } };
      if (sendFeature() === 'solana:signTransaction')
        return submit(parseBytes(await asked('solana:signTransaction', input), 'signedTransaction', wallet));
      return getBase58Decoder().decode(
        parseSignature(await asked('solana:signAndSendTransaction', input), wallet),
      );
    },
    isSilent,
    async reread() {
      if (isLocked) await askSilently();
      else follow();
    },
    async disconnect() {
      isLeaving = true;
      if (!canAsk(provider, 'standard:disconnect')) return;
      await raceRead(wallet, limits, () => ask(provider, 'standard:disconnect'));
    },
    watch: (listener) => void watchers.add(listener),
  };
}

function toNames(accounts: readonly Account[]): string {
  return String(accounts.map(({ address }) => address));
}
