import {
  type AttemptOptions,
  field,
  hasCode,
  LinkspanError,
  type Network,
  type ScopedStorage,
  toList,
} from '@linkspan/contract';
import type { Loaded } from '@linkspan/kit/discovery';
import { tryTo } from '@linkspan/kit/util';
import { createProof } from '@linkspan/kit/wallet-storage';
import { getBase58Encoder, getBase64Decoder, getBase64Encoder } from '@solana/kit';
import type { MobileWallet } from '@solana-mobile/mobile-wallet-adapter-protocol';
import type { Account } from '../accounts.ts';
import { assertClusterName, isPublic, type Provider } from '../provider.ts';
import { type Association, associate, toAppError } from './association.ts';
import {
  type Authorization,
  forgetAuthorization,
  parseAuthorization,
  parseCapabilities,
  readAuthorization,
  storeAuthorization,
  toAccounts,
} from './authorization.ts';
import { allowLoopback } from './loopback.ts';
import { createProvider } from './own-provider.ts';

export interface AppOptions {
  /** Its name, for the texts. */
  readonly wallet: string;
  readonly networks: readonly Network<'solana'>[];
  /** This wallet's part of the remote's storage. */
  readonly storage: ScopedStorage;
  /** Ends the association that is open. */
  readonly signal: AbortSignal;
}

/** A wallet app on this device. */
export interface WalletApp {
  readonly loaded: Loaded<Provider>;
  /** To be awaited before an attempt: see `allowLoopback`. */
  allow(signal: AbortSignal): Promise<void>;
  /** An attempt begins: its signal ends the association that it leads to, and its network is the one that is asked for. */
  begin(attempt: Attempt): void;
}

type Attempt = Pick<AttemptOptions<'solana'>, 'signal' | 'network'>;

/**
 * A wallet app on this device as the Wallet Standard has it, by Mobile Wallet Adapter: each request opens the app and has an
 * association of its own, and a newer one ends the one before. Silent reads use the stored authorization. The app knows one
 * cluster, that of the attempt.
 */
export function createApp({ wallet, networks, storage, signal: over }: AppOptions): WalletApp {
  let attempt: Attempt | undefined;
  let running = new AbortController();

  const granted = () => readAuthorization(storage);

  function forget(): void {
    running.abort();
    forgetAuthorization(storage);
    emitChange();
  }

  /** The page as the app shows it. */
  const toIdentity = () => ({ uri: window.location.origin, name: window.location.hostname });

  function open<Answer>(
    { signal = over, base }: { readonly signal?: AbortSignal | undefined } & Pick<Association, 'base'>,
    ask: (app: MobileWallet, ended: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    running.abort();
    running = new AbortController();
    const ended = AbortSignal.any([over, signal, running.signal]);
    return associate({ wallet, base, signal: ended }, (app) => ask(app, ended));
  }

  async function connect(): Promise<void> {
    const network = networks.find(({ id }) => id === attempt?.network);
    if (network === undefined || !isPublic(network))
      throw new LinkspanError('wallet/network-unsupported', { wallet, network: network?.title ?? '' });
    const chain = assertClusterName(network, wallet) as `solana:${string}`;
    const asking = open({ signal: attempt?.signal }, async (app) => {
      const capabilities = parseCapabilities(await app.getCapabilities(), chain);
      const answer = await app.authorize({ identity: toIdentity(), chain });
      return parseAuthorization(answer, capabilities, wallet);
    });
    const authorization = await asking.catch((error: unknown): never => {
      throw toAppError(error, wallet, false);
    });
    forgetAuthorization(storage);
    storeAuthorization(storage, authorization);
    emitChange();
  }

  /** Asks the app that knows the page already, and stores its new authorization. */
  async function ask<Answer>(
    { address }: Account,
    call: (app: MobileWallet) => Promise<Answer>,
  ): Promise<Answer> {
    const stored = granted();
    if (!stored?.addresses.includes(address)) throw new LinkspanError('wallet/revoked', { wallet });
    try {
      return await open({ base: stored.base }, async (app, ended) => {
        const next = await authorizeAgain(app, stored);
        ended.throwIfAborted();
        storeAuthorization(storage, next);
        emitChange();
        if (!next.addresses.includes(address)) throw new LinkspanError('wallet/revoked', { wallet });
        return await call(app);
      });
    } catch (cause) {
      const error = toAppError(cause, wallet, true);
      // After this error the connector reads the accounts again: an earlier event would cancel this request.
      if (error !== cause && hasCode(error, 'wallet/revoked')) forgetAuthorization(storage);
      throw error;
    }
  }

  async function authorizeAgain(app: MobileWallet, stored: Authorization): Promise<Authorization> {
    const chain = stored.chain as `solana:${string}`;
    const answer = await app.authorize({ identity: toIdentity(), chain, auth_token: stored.token });
    return parseAuthorization(answer, stored, wallet);
  }

  /** The app learns it if it can be opened; the page forgets in any case. */
  async function disconnect(): Promise<void> {
    const stored = granted();
    forget();
    if (stored === undefined || !navigator.userActivation.isActive) return;
    await open({ base: stored.base }, (app) => app.deauthorize({ auth_token: stored.token }));
  }

  const toPayload = (bytes: Uint8Array) => ({ payloads: [toBase64(bytes)] });

  const { loaded, emitChange } = createProvider({
    name: wallet,
    chains: networks.filter(isPublic).map((network) => assertClusterName(network, wallet)),
    proof: createProof(storage, () => granted() !== undefined),
    accounts: () => toAccounts(granted()),
    versions: () => granted()?.versions ?? [],
    connect,
    disconnect,
    async signMessage({ account, message }) {
      const addresses = [toBase64(new Uint8Array(getBase58Encoder().encode(account.address)))];
      const answer = await ask(account, (app) => app.signMessages({ addresses, ...toPayload(message) }));
      const signed = parsePayload(answer, 'signed_payloads', wallet);
      const signedMessage = signed.length > 64 ? signed.slice(0, -64) : message;
      return { signedMessage, signature: signed.slice(-64) };
    },
    async signTransactions(inputs) {
      const [first] = inputs;
      if (first === undefined) return [];
      // At once: the app opens again only by another press.
      const payloads = inputs.map(({ transaction }) => toBase64(transaction));
      const answer = await ask(first.account, (app) => app.signTransactions({ payloads }));
      const signed = toList(field(answer, 'signed_payloads'));
      return inputs.map((_, at) =>
        parsePayload({ signed_payloads: [signed?.[at]] }, 'signed_payloads', wallet),
      );
    },
    async signAndSendTransaction({ account, transaction }) {
      const answer = await ask(account, (app) => app.signAndSendTransactions(toPayload(transaction)));
      return parsePayload(answer, 'signatures', wallet);
    },
  });
  return {
    loaded,
    allow: (signal) => allowLoopback(wallet, signal),
    begin(next) {
      attempt = next;
    },
  };
}

function toBase64(bytes: Uint8Array): string {
  return getBase64Decoder().decode(bytes);
}

/** The bytes of the first payload of an answer, in base64. Throws `wallet/malformed`. */
function parsePayload(answer: unknown, name: string, wallet: string): Uint8Array {
  const payload = toList(field(answer, name))?.[0];
  const bytes = tryTo(() => new Uint8Array(getBase64Encoder().encode(payload as string)));
  if (typeof payload === 'string' && bytes !== undefined) return bytes;
  throw new LinkspanError('wallet/malformed', { wallet, place: name });
}
