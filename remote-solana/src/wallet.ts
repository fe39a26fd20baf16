import {
  type Failure,
  failure,
  field,
  hasCode,
  LinkspanError,
  type Network,
  toList,
} from '@linkspan/contract';
import { walletReadMs } from '@linkspan/kit/limits';
import { raceRead, raceRequest } from '@linkspan/kit/race';
import { toKept } from '@linkspan/kit/session';
import { tryTo } from '@linkspan/kit/util';
import { getBase58Decoder } from '@solana/kit';
import { type Account, isAddress, parseAccounts } from './accounts.ts';
import {
  accountsOf,
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
  takesVersion,
  toChainName,
  versionFor,
} from './provider.ts';
import type { SignInInput } from './verify.ts';

/** Where a transaction goes: the network, and its node for a wallet that signs only. */
export interface Destination {
  readonly network: Network<'solana'>;
  /** Of the transaction, if the page has not built it by `transactionVersion`. */
  readonly version?: TransactionVersion | undefined;
  /** Of the Wallet Standard. */
  readonly options?: object | undefined;
  /** Called right before the wallet is asked; it is not asked if this throws. */
  noted(): void;
  /** Returns the transaction's id in base58. */
  submit(signed: Uint8Array): Promise<string>;
}

export interface AdapterOptions {
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** The wallet shows no account for now. */
  locked(reason: Failure): void;
  /** The wallet shows other accounts, or accounts again. */
  changed(): void;
}

/** The wallet sends by itself if it can. */
const sendFeatures = ['solana:signAndSendTransaction', 'solana:signTransaction'] as const;

/**
 * A registered wallet as the library sees it, until the signal aborts: it never prompts for a connection, and names its
 * chain. The constructor throws `wallet/malformed`.
 */
export class Adapter {
  /** Whether the wallet reports no change. */
  readonly isSilent: boolean;
  readonly #provider: Provider;
  readonly #options: AdapterOptions;
  #shown: readonly Account[];
  /** The account that the page chose, until the wallet puts another one first. */
  #chosen = '';
  #isLocked = false;
  /** The page gives the permission back, so that an empty list of accounts is expected. */
  #isLeaving = false;
  #onChange = (): void => undefined;

  constructor(provider: Provider, options: AdapterOptions) {
    this.#provider = provider;
    this.#options = options;
    this.#shown = parseAccounts(accountsOf(provider), options.wallet);
    this.isSilent = !onChange(provider, options.signal, () => this.reread());
  }

  /** The accounts that the wallet showed last, the one in use first. */
  accounts(): readonly Account[] {
    const isFirst = ({ address }: Account) => Number(address === this.#chosen);
    return this.#shown.toSorted((a, b) => isFirst(b) - isFirst(a));
  }

  /** Calls at each change of the accounts. */
  watch(listener: () => void): void {
    this.#onChange = listener;
  }

  use(address: string): void {
    this.#chosen = address;
    this.#onChange();
  }

  /**
   * Whether the wallet has the feature, and its account in use too. To sign in is no feature of an account: it may be what
   * connects one. The reference adapter looks only at the wallet, too.
   */
  can(feature: Feature): boolean {
    const [account] = this.accounts();
    return (
      canAsk(this.#provider, feature) &&
      (feature === 'solana:signIn' || account?.features.includes(feature) === true)
    );
  }

  /** Whether wallet and account take a transaction for a network, to send or to sign it. */
  canSend(network: Network<'solana'>): boolean {
    const isNamed = tryTo(() => toChainName(this.#inUse(), network, this.#options.wallet)) !== undefined;
    return isNamed && this.#sendFeature() !== undefined;
  }

  /** The version of the transactions that they take; undefined if they take none. */
  transactionVersion(): TransactionVersion | undefined {
    const feature = this.#sendFeature();
    return feature && versionFor(this.#provider, feature);
  }

  async signMessage(message: Uint8Array): Promise<SignedText> {
    const answer = await this.#ask('solana:signMessage', { account: this.#inUse(), message });
    return parseSignedText(answer, this.#options.wallet);
  }

  async signIn(input: SignInInput): Promise<SignedIn> {
    return parseSignedIn(await this.#ask('solana:signIn', input), this.#options.wallet);
  }

  /** Whether wallet and account take a version of transaction, to sign it, or to send it in one way or the other. */
  takes(version: TransactionVersion, isSent = false): boolean {
    return isSent ? this.#sendFeature(version) !== undefined : this.#takes('solana:signTransaction', version);
  }

  /** Takes transactions in wire format; returns each signed one. */
  async signTransactions(
    transactions: readonly Uint8Array[],
    { network, options }: Pick<Destination, 'network' | 'options'>,
  ): Promise<readonly Uint8Array[]> {
    const { wallet } = this.#options;
    const account = this.#inUse();
    const chain = toChainName(account, network, wallet);
    const inputs = transactions.map((transaction) => ({ account, chain, transaction, options }));
    const outputs = await this.#ask('solana:signTransaction', ...inputs);
    return transactions.map((_, at) => parseBytes([field(outputs, String(at))], 'signedTransaction', wallet));
  }

  /** Takes an unsigned transfer in wire format; returns its id in base58. If the wallet only signs, it is submitted. */
  async send(transaction: Uint8Array, destination: Destination): Promise<string> {
    const { network, version, options, noted, submit } = destination;
    const { wallet } = this.#options;
    const account = this.#inUse();
    const chain = toChainName(account, network, wallet);
    const input = { account, chain, transaction, options: { preflightCommitment: 'confirmed', ...options } };
    noted();
    if (this.#sendFeature(version) === 'solana:signTransaction') {
      const signed = await this.#ask('solana:signTransaction', input);
      return submit(parseBytes(signed, 'signedTransaction', wallet));
    }
    const sent = await this.#ask('solana:signAndSendTransaction', input);
    return getBase58Decoder().decode(parseSignature(sent, wallet));
  }

  /**
   * Gives the permission back, without a prompt. Rejects with `wallet/keeps-permission` if the wallet cannot, refuses, or
   * shows accounts after that.
   */
  async disconnect(): Promise<void> {
    const { wallet, signal } = this.#options;
    this.#isLeaving = true;
    const limits = { signal, deadlineMs: walletReadMs };
    const leaving = raceRead(wallet, limits, () => ask(this.#provider, 'standard:disconnect'));
    const isKept = await leaving.then(
      () => false,
      // One that does not answer may have given it back.
      (error: unknown) => !hasCode(error, 'wallet/timeout') && !signal.aborted,
    );
    if (isKept || toList(accountsOf(this.#provider))?.length) throw toKept(wallet);
  }

  /** Reads the accounts that the wallet shows. It is not asked, since a locked wallet may open a window. */
  reread(): void {
    const shown = tryTo(() => parseAccounts(accountsOf(this.#provider), this.#options.wallet));
    if (shown?.length === 0) this.#onNoAccounts();
    else if (shown !== undefined) this.#onAccounts(shown);
  }

  #onAccounts(shown: readonly Account[]): void {
    const toNames = (accounts: readonly Account[]) => String(accounts.map(({ address }) => address));
    if (shown[0]?.address !== this.#shown[0]?.address) this.#chosen = '';
    const isChange = this.#isLocked || toNames(shown) !== toNames(this.#shown);
    this.#isLocked = false;
    this.#shown = shown;
    this.#onChange();
    if (isChange) this.#options.changed();
  }

  /** No wallet says why: it is locked, chooses another account, or has taken its permission back. */
  #onNoAccounts(): void {
    if (this.#isLeaving || this.#isLocked) return;
    this.#isLocked = true;
    const { wallet, locked } = this.#options;
    locked(failure('wallet/locked-or-ended', { wallet }));
  }

  #inUse(): Account {
    const [account] = this.accounts();
    if (account === undefined) throw new LinkspanError('wallet/not-connected', {});
    return account;
  }

  #takes(feature: Feature, version: TransactionVersion | undefined): boolean {
    if (!this.can(feature)) return false;
    return version === undefined
      ? versionFor(this.#provider, feature) !== undefined
      : takesVersion(this.#provider, feature, version);
  }

  #sendFeature(version?: TransactionVersion) {
    return sendFeatures.find((feature) => this.#takes(feature, version));
  }

  #ask(feature: Feature, ...inputs: readonly object[]): Promise<unknown> {
    const { wallet, signal } = this.#options;
    return raceRequest(wallet, signal, () => ask(this.#provider, feature, ...inputs));
  }
}

/** The output of `solana:signIn`. Throws `wallet/malformed`. */
export function parseSignedIn(outputs: unknown, wallet: string): SignedIn {
  const address = field(field(field(outputs, '0'), 'account'), 'address');
  if (!isAddress(address)) throw new LinkspanError('wallet/malformed', { wallet, place: 'account' });
  return { address, ...parseSignedText(outputs, wallet) };
}
