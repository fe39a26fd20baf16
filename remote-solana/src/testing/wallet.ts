import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { solanaAccounts } from '@linkspan/practice/accounts';
import { getBase58Decoder, getBase64Decoder, getTransactionDecoder } from '@solana/kit';
import type { SolanaSignInInput } from '@solana/wallet-standard-features';
import type { Wallet, WalletAccount } from '@wallet-standard/base';

/** A person's answer to the fake wallet's prompts. */
export type Answer = 'approve' | 'reject' | 'none';

/** What a test may turn on; all of it can be changed at any time. */
export interface Switches {
  answer: Answer;
  /** Of `standard:connect`, `solana:signIn`, …: the wallet fails with this error. */
  errors: Partial<Record<string, object>>;
  /** Of these features: the wallet answers with this instead. */
  answers: Partial<Record<string, unknown>>;
  /** These features never answer. */
  hangs: string[];
  /** Runs at each `standard:connect`, before the answer. */
  onConnect: () => void;
  /** It changes its accounts, but tells nobody. */
  isMute: boolean;
  /** It signs its own text instead of the page's. */
  signsOwnText: boolean;
  /** It changes the bytes of the page's transaction where they are, and signs that. */
  alters: (transaction: Uint8Array) => void;
  /** What it throws once it has sent a transaction with this id; undefined for an answer as it should be. */
  failsAfter: (signature: string) => object | undefined;
}

/** A fake Solana wallet: real keys and signatures, the Wallet Standard, and switches for what goes wrong. */
export interface FakeWallet {
  readonly wallet: Wallet;
  readonly switches: Switches;
  /** The base58 addresses of all its keys. */
  readonly addresses: readonly string[];
  /** Every feature that was asked for, in order, and with what. */
  readonly asked: { readonly feature: string; readonly input: unknown }[];
  /** How many listeners it has now. */
  listeners(): number;
  /** Registers with a page that is ready now, or will be; returns what takes it out again. */
  register(page: EventTarget): () => void;
  /** Answers the oldest open prompt. */
  decide(answer: 'approve' | 'reject'): Promise<void>;
  /** Lets the page see its accounts, without an approval. */
  grant(): void;
  /** Shows these of its keys to the page, by their index. */
  select(...indices: readonly number[]): void;
  /** Tells of a change, of whatever form. */
  tell(accounts: unknown): void;
}

export interface FakeWalletOptions {
  readonly name?: string;
  readonly icon?: unknown;
  readonly chains?: readonly string[];
  readonly lacks?: readonly string[];
  /** The features that its accounts list; all that sign, unless given. */
  readonly listed?: readonly string[];
  /** Whether the page has its permission already. */
  readonly granted?: boolean;
  /** Where it submits what it is asked to send. */
  readonly rpc?: string;
}

const pkcs8Header = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Makes a fake wallet that knows the public clusters and a local one. */
export function createWallet(options: FakeWalletOptions = {}): FakeWallet {
  const { name = 'Harbour', icon = 'data:image/svg+xml,x', rpc = 'http://127.0.0.1:9', lacks = [] } = options;
  const chains = options.chains ?? ['solana:mainnet', 'solana:devnet', 'solana:localnet'];
  const signing = ['signMessage', 'signIn', 'signTransaction', 'signAndSendTransaction'].map(
    (one) => `solana:${one}`,
  );
  const keys = solanaAccounts.map(({ seed, address, publicKey }) => ({
    key: createPrivateKey({ key: Buffer.concat([pkcs8Header, seed]), format: 'der', type: 'pkcs8' }),
    account: {
      address,
      publicKey,
      chains,
      features: (options.listed ?? signing).filter((one) => !lacks.includes(one)),
    } as WalletAccount,
  }));
  const asked: { readonly feature: string; readonly input: unknown }[] = [];
  const prompts: ((answer: 'approve' | 'reject') => void)[] = [];
  const opened: (() => void)[] = [];
  const listeners = new Set<(properties: { accounts: unknown }) => void>();
  const switches: Switches = {
    ...{ answer: 'approve', errors: {}, answers: {}, hangs: [], isMute: false, signsOwnText: false },
    ...{ alters: () => undefined, failsAfter: () => undefined, onConnect: () => undefined },
  };
  let selected = [0, 1];
  let isGranted = options.granted ?? false;
  let odd: unknown;

  const shown = () =>
    odd ?? (isGranted ? selected.flatMap((index) => keys[index]?.account ?? []) : ([] as WalletAccount[]));
  const tellAll = () => {
    if (switches.isMute) return;
    for (const listener of [...listeners]) listener({ accounts: shown() });
  };

  async function approve(): Promise<void> {
    const answer =
      switches.answer === 'none'
        ? await new Promise<'approve' | 'reject'>((resolve) => {
            prompts.push(resolve);
            opened.shift()?.();
          })
        : switches.answer;
    if (answer === 'reject') throw failure(4001, 'User rejected the request.');
  }

  function keyOf(address: string | undefined): KeyObject {
    const found = keys.find(({ account }) => account.address === address);
    if (found === undefined) throw failure(4100, 'That account is not this site’s.');
    return found.key;
  }

  const signWith = (account: { readonly address: string }, bytes: Uint8Array) =>
    new Uint8Array(sign(null, bytes, keyOf(account.address)));

  async function connect({ silent = false }: { silent?: boolean } = {}) {
    switches.onConnect();
    if (!isGranted && !silent) {
      await approve();
      isGranted = true;
      tellAll();
    }
    return { accounts: shown() };
  }

  async function signMessage({ account, message }: { account: WalletAccount; message: Uint8Array }) {
    await approve();
    const signedMessage = switches.signsOwnText ? new TextEncoder().encode('another text') : message;
    return [{ signedMessage, signature: signWith(account, signedMessage) }];
  }

  async function signIn(input: SolanaSignInInput) {
    await approve();
    const account = keys.find((one) => one.account.address === input.address)?.account;
    if (account === undefined) throw failure(4100, 'That account is not this site’s.');
    const domain = switches.signsOwnText ? 'another.example' : String(input.domain);
    const signedMessage = new TextEncoder().encode(toText({ ...input, domain }));
    return [{ account, signedMessage, signature: signWith(account, signedMessage) }];
  }

  interface Unsigned {
    readonly account: WalletAccount;
    readonly transaction: Uint8Array;
  }

  async function signTransaction(...inputs: readonly Unsigned[]) {
    await approve();
    return inputs.map(({ account, transaction }) => {
      switches.alters(transaction);
      const { messageBytes, signatures } = getTransactionDecoder().decode(transaction);
      const at = Object.keys(signatures).indexOf(account.address);
      const signedTransaction = transaction.slice();
      signedTransaction.set(signWith(account, new Uint8Array(messageBytes)), 1 + 64 * at);
      return { signedTransaction };
    });
  }

  async function signAndSendTransaction(input: Unsigned) {
    const [output] = await signTransaction(input);
    const signed = output?.signedTransaction ?? new Uint8Array();
    const params = [getBase64Decoder().decode(signed), { encoding: 'base64' }];
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params });
    const headers = { 'content-type': 'application/json' };
    const answer = await (await fetch(rpc, { method: 'POST', headers, body })).json();
    if (answer.error)
      throw Object.assign(failure(answer.error.code, answer.error.message), { data: answer.error.data });
    const error = switches.failsAfter(getBase58Decoder().decode(signed.slice(1, 65)));
    if (error !== undefined) throw error;
    return [{ signature: signed.slice(1, 65) }];
  }

  const methods: Record<string, (...inputs: never[]) => unknown> = {
    'standard:connect': connect,
    'standard:disconnect': () => {
      isGranted = false;
      tellAll();
    },
    'solana:signMessage': signMessage,
    'solana:signIn': signIn,
    'solana:signTransaction': signTransaction,
    'solana:signAndSendTransaction': signAndSendTransaction,
  };

  async function call(feature: string, inputs: readonly unknown[]): Promise<unknown> {
    asked.push({ feature, input: inputs[0] });
    if (switches.hangs.includes(feature)) return new Promise(() => {});
    if (switches.errors[feature] !== undefined) throw switches.errors[feature];
    if (feature in switches.answers) return switches.answers[feature];
    return methods[feature]?.(...(inputs as never[]));
  }

  const on = (_: string, listener: (properties: { accounts: unknown }) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const features = Object.keys(methods)
    .filter((feature) => !lacks.includes(feature))
    .map((feature) => [
      feature,
      {
        version: '1.0.0',
        [feature.slice(feature.indexOf(':') + 1)]: (...inputs: readonly unknown[]) => call(feature, inputs),
      },
    ]);
  const wallet = {
    version: '1.0.0',
    name,
    icon,
    chains,
    features: { 'standard:events': { version: '1.0.0', on }, ...Object.fromEntries(features) },
    get accounts() {
      return shown();
    },
  } as unknown as Wallet;

  return {
    wallet,
    switches,
    asked,
    addresses: keys.map(({ account }) => account.address),
    listeners: () => listeners.size,
    register(page) {
      const removals: (() => void)[] = [];
      const registerWith = (api: { register(...wallets: Wallet[]): () => void }) => {
        removals.push(api.register(wallet));
      };
      const hear = (event: Event) => registerWith((event as CustomEvent).detail);
      page.addEventListener('wallet-standard:app-ready', hear);
      page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: registerWith }));
      return () => {
        page.removeEventListener('wallet-standard:app-ready', hear);
        for (const remove of removals) remove();
      };
    },
    async decide(answer) {
      if (prompts.length === 0) await new Promise<void>((resolve) => opened.push(resolve));
      prompts.shift()?.(answer);
    },
    grant() {
      isGranted = true;
    },
    select(...indices) {
      selected = [...indices];
      tellAll();
    },
    tell(accounts) {
      odd = accounts;
      tellAll();
    },
  };
}

/** The text of Sign-In With Solana, "Message Construction". */
function toText(input: SolanaSignInInput): string {
  const fields = [
    `URI: ${input.uri}`,
    `Version: ${input.version}`,
    `Chain ID: ${input.chainId}`,
    `Nonce: ${input.nonce}`,
    `Issued At: ${input.issuedAt}`,
    `Expiration Time: ${input.expirationTime}`,
  ];
  const head = `${input.domain} wants you to sign in with your Solana account:\n${input.address}`;
  return [head, input.statement, fields.join('\n')].join('\n\n');
}

function failure(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}
