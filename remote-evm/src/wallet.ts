import {
  type Failure,
  failure,
  field,
  hasCode,
  LinkspanError,
  type NetworkId,
  toList,
} from '@linkspan/contract';
import { isBlank, readLate } from '@linkspan/kit/accounts';
import { toWalletError } from '@linkspan/kit/failures';
import { eventPauseMs, firstReadMs, quietReadMs } from '@linkspan/kit/limits';
import { raceRead, raceRequest } from '@linkspan/kit/race';
import { toKept } from '@linkspan/kit/session';
import { listen, tryTo } from '@linkspan/kit/util';
import type { Address } from 'viem';
import { explainEmptyAccounts, parseAccounts, parseNetworkId } from './accounts.ts';
import { toProviderError } from './failures.ts';
import { accountsPermission, type Provider, toChainId } from './provider.ts';

type Listener = (fact: unknown) => void;
type Call = Parameters<Provider['request']>[0];
type Network = NetworkId<'eip155'>;

export interface AdapterOptions {
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  /**
   * Ends it: every listener is removed, and open requests reject with `wallet/cancelled`. A wallet that is no part of this
   * remote can answer all the same whether it has sent, until the connector ends.
   */
  readonly signal: AbortSignal;
  /** Aborted when the connector ends. */
  readonly ended: AbortSignal;
  /** Whether its code is part of this remote, so that it says when its permission is gone. */
  readonly isOwn: boolean;
  /** How long the wallet may take to answer without a person. */
  readonly readDeadlineMs: number;
  /** The wallet's provider is gone for good. */
  lost(reason: Failure): void;
  /**
   * The wallet shows no account for now: it may be locked. The library does not learn it, or it would end the
   * connection.
   */
  locked(reason: Failure): void;
  /** The wallet shows accounts again. */
  unlocked(): void;
}

const prompts = ['personal_sign', 'eth_signTypedData_v4', 'wallet_watchAsset'];
const sends = ['eth_sendTransaction', 'wallet_sendCalls'];
/** EIP-5792: the wallet answers without a person. */
const reads = ['wallet_getCapabilities', 'wallet_getCallsStatus', 'wallet_showCallsStatus'];
const switches = ['wallet_switchEthereumChain', 'wallet_addEthereumChain'];

/** A read that an event has led to, and the pause after it. */
interface EventRead {
  /** The event's value. */
  readonly reported: string;
  isAnswered: boolean;
  /** Starts the next one. */
  next?: () => void;
}

/**
 * An announced provider as the library sees it: EIP-1193, but it never prompts for a connection, never hangs, passes on
 * only the methods that a session needs, and ends with the signal.
 */
export class Adapter implements Required<Provider> {
  /** Whether the wallet takes no listeners, so that it reports no change. */
  readonly isSilent: boolean;
  readonly #inner: Provider;
  readonly #options: AdapterOptions;
  /** Aborted once the wallet can no longer answer whether it has sent. */
  readonly #mute: AbortSignal;
  readonly #gone = new AbortController();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #reads = new Map<string, EventRead>();
  #isLocked = false;
  /** The page gives the permission back, so that an empty list of accounts is expected. */
  #isLeaving = false;
  /** How many times accounts were reported: a later report outdates a read. */
  #reports = 0;
  /** The network that the library knows. */
  #network: Network | undefined;

  constructor(inner: Provider, options: AdapterOptions) {
    this.#inner = inner;
    this.#options = options;
    const { signal, ended, isOwn } = options;
    this.#mute = AbortSignal.any([isOwn ? signal : ended, this.#gone.signal]);
    this.isSilent = !listen(inner, this.#toListeners(), signal);
    signal.addEventListener('abort', () => this.#listeners.clear(), { once: true });
  }

  async request(call: Call): Promise<unknown> {
    const { wallet, signal } = this.#options;
    if (signal.aborted) throw new LinkspanError('wallet/cancelled', { wallet });
    // Discovery has asked for the approval: the library gets its result.
    if (call.method === 'eth_requestAccounts') return readLate(() => this.#readAddresses(firstReadMs));
    if (call.method === 'eth_accounts') return this.#readAddresses();
    if (call.method === 'eth_chainId') return toHex(await this.#readNetwork());
    if (prompts.includes(call.method)) return raceRequest(wallet, signal, () => this.#ask(call));
    if (sends.includes(call.method)) return raceRequest(wallet, this.#mute, () => this.#ask(call));
    if (reads.includes(call.method)) return this.#read(call);
    if (switches.includes(call.method)) return raceRequest(wallet, signal, () => this.#switch(call));
    throw Object.assign(new Error(`${call.method} is not passed on`), { code: -32601 });
  }

  on(event: string, listener: Listener): void {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
  }

  removeListener(event: string, listener: Listener): void {
    this.#listeners.get(event)?.delete(listener);
  }

  /** Reads accounts and network again, and reports changes. Rejects as the wallet does. */
  async reread(): Promise<void> {
    const [addresses, network] = await Promise.all([this.#readAddresses(), this.#readNetwork()]);
    if (this.#options.signal.aborted) return;
    this.#onNetwork(network);
    await this.#onAccounts(addresses);
  }

  /** MIP-2: gives the wallet's permission back. Rejects with `wallet/keeps-permission` if it shows accounts after that. */
  async revoke(): Promise<void> {
    this.#isLeaving = true;
    const call = { method: 'wallet_revokePermissions', params: accountsPermission };
    await this.#read(call, quietReadMs).catch(() => undefined);
    const shown = await this.#readAddresses(quietReadMs).catch(() => []);
    if (shown.length > 0) throw toKept(this.#options.wallet);
  }

  async #ask(call: Call): Promise<unknown> {
    const { wallet } = this.#options;
    try {
      return await this.#inner.request(call);
    } catch (error) {
      const known = toWalletError(error, { wallet, method: call.method });
      // The request rejects first.
      if (hasCode(known, 'wallet/gone')) setTimeout(() => this.#lose());
      throw toProviderError(known);
    }
  }

  #lose(): void {
    const { wallet, signal, lost } = this.#options;
    this.#gone.abort();
    if (!signal.aborted) lost(failure('wallet/gone', { wallet }));
  }

  async #read(call: Call, deadlineMs = this.#options.readDeadlineMs): Promise<unknown> {
    const { wallet, signal } = this.#options;
    return raceRead(wallet, { signal, deadlineMs }, () => this.#ask(call));
  }

  /** A wallet that has taken its permission back may show no account, or refuse to (EIP-1193, 4100). */
  async #readAddresses(deadlineMs?: number): Promise<readonly Address[]> {
    const answer = await this.#read({ method: 'eth_accounts' }, deadlineMs).catch((error: unknown) => {
      if (field(error, 'code') === 4100) return [];
      throw error;
    });
    return this.#toAddresses(answer);
  }

  /** A locked wallet may show accounts without an address. */
  #toAddresses(answer: unknown): readonly Address[] {
    return isBlank(toList(answer)) ? [] : parseAccounts(answer, this.#options.wallet);
  }

  async #readNetwork(): Promise<Network> {
    return parseNetworkId(await this.#read({ method: 'eth_chainId' }), this.#options.wallet);
  }

  async #isOn(network: Network): Promise<boolean> {
    return (await this.#readNetwork()) === network;
  }

  async #switch(call: Call): Promise<null> {
    const wanted = parseNetworkId(field(call.params?.[0], 'chainId'), this.#options.wallet);
    try {
      await this.#ask(call);
    } catch (error) {
      // Some wallets answer that they could not switch although they have.
      if (await this.#isOn(wanted).catch(() => false)) return null;
      throw error;
    }
    if (call.method !== 'wallet_addEthereumChain') return this.#confirmSwitch(wanted);
    // EIP-3085 leaves it to the wallet whether it also switches to a chain that it has added.
    if (await this.#isOn(wanted)) return null;
    return this.#switch({ method: 'wallet_switchEthereumChain', params: [{ chainId: toHex(wanted) }] });
  }

  /** Some wallets answer before they have switched, and some without switching. */
  async #confirmSwitch(wanted: Network): Promise<null> {
    const { wallet, signal, readDeadlineMs: deadlineMs } = this.#options;
    let onChange: Listener = () => undefined;
    const switched = new Promise<void>((resolve) => {
      onChange = (fact) => Number(fact) === toChainId(wanted) && resolve();
    });
    this.on('chainChanged', onChange);
    try {
      if (await this.#isOn(wanted)) return null;
      await raceRead(wallet, { signal, deadlineMs }, () => switched).catch(() => undefined);
      if (await this.#isOn(wanted)) return null;
    } finally {
      this.removeListener('chainChanged', onChange);
    }
    // The wallet approved but did not switch.
    throw new LinkspanError('wallet/failed', { wallet, detail: '' });
  }

  #emit(event: string, fact: unknown): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(fact);
  }

  /** Events in another form than the standard's are not passed on: accounts and network are read again. */
  #toListeners(): Record<string, Listener> {
    const { wallet } = this.#options;
    const readAll = () => this.#readOnce('all', '', () => this.reread());
    return {
      accountsChanged: (fact) => {
        const addresses = tryTo(() => this.#toAddresses(fact));
        if (addresses === undefined) return readAll();
        void this.#onAccounts(addresses);
        if (addresses.length > 0)
          this.#readOnce('accounts', String(addresses), () => this.#completeAccounts(addresses));
      },
      chainChanged: (fact) => {
        const network = tryTo(() => parseNetworkId(fact, wallet));
        if (network === undefined) return readAll();
        this.#onNetwork(network, fact);
        this.#readOnce('network', network, () => this.#confirmChain());
      },
      // The wallet lost its networks, or the page lost the wallet: another read shows which.
      disconnect: () =>
        this.#readOnce('end', '', () =>
          this.#readAddresses().then(
            (addresses) => this.#onAccounts(addresses),
            () => this.#lose(),
          ),
        ),
    };
  }

  /**
   * Starts the read that an event leads to. Some wallets report an event at each read: the same report leads to no
   * other read meanwhile, and there is a pause between two.
   */
  #readOnce(kind: string, reported: string, read: () => Promise<void>): void {
    const running = this.#reads.get(kind);
    if (running !== undefined) {
      if (running.isAnswered || running.reported !== reported)
        running.next = () => this.#readOnce(kind, reported, read);
      return;
    }
    const own: EventRead = { reported, isAnswered: false };
    this.#reads.set(kind, own);
    const pause = () => {
      own.isAnswered = true;
      setTimeout(() => {
        this.#reads.delete(kind);
        if (!this.#options.signal.aborted) own.next?.();
      }, eventPauseMs);
    };
    read().then(pause, pause);
  }

  #onNetwork(network: Network, fact: unknown = toHex(network)): void {
    this.#network = network;
    this.#emit('chainChanged', fact);
  }

  /** Passes accounts on; if there are none, finds out whether that is the end. */
  async #onAccounts(addresses: readonly Address[]): Promise<void> {
    this.#reports += 1;
    if (addresses.length === 0) return this.#onNoAccounts();
    this.#emit('accountsChanged', addresses);
    if (this.#isLocked) this.#options.unlocked();
    this.#isLocked = false;
  }

  async #onNoAccounts(): Promise<void> {
    if (this.#isLeaving) return;
    const { wallet, isOwn, locked } = this.#options;
    const isLatest = this.#toIsLatest();
    const code = await explainEmptyAccounts(this.#inner, isOwn);
    // Some wallets show none for a moment while another account is chosen.
    if (!isLatest()) return;
    if (code === 'wallet/revoked') return this.#emit('accountsChanged', []);
    this.#isLocked = true;
    locked(failure(code, { wallet }));
  }

  /** Some wallets report only the account in use: the others that they show stay. */
  async #completeAccounts(reported: readonly Address[]): Promise<void> {
    const isLatest = this.#toIsLatest();
    const shown = await this.#readAddresses();
    if (!isLatest() || shown.length <= reported.length) return;
    if (reported.every((address) => shown.includes(address)))
      await this.#onAccounts([...new Set([...reported, ...shown])]);
  }

  /** Whether no accounts have been reported since this call, and the session is open. */
  #toIsLatest(): () => boolean {
    const reports = this.#reports;
    return () => reports === this.#reports && !this.#options.signal.aborted;
  }

  /** Reads the network after the wallet has reported one: the answer counts. */
  async #confirmChain(): Promise<void> {
    const reported = this.#network;
    const network = await this.#readNetwork();
    // Another report meanwhile leads to a read of its own.
    if (reported === this.#network && network !== reported && !this.#options.signal.aborted)
      this.#onNetwork(network);
  }
}

/** The chain id as EIP-1193 writes it. */
function toHex(network: Network): string {
  return `0x${toChainId(network).toString(16)}`;
}
