import { field, isLocalNetwork, type Network } from '@linkspan/contract';
import { toLinkspanError, toRefusal } from './error.ts';
import { findFamily, getOpened, type Opened, untilRestored } from './linkspan.ts';
import type { ConnectedView, FamilyView } from './views.ts';

/** A chain as the Wallet Standard names it, `solana:devnet`, or in CAIP-2. */
export type SolanaChain = `solana:${string}`;

type Feature =
  | 'solana:signMessage'
  | 'solana:signIn'
  | 'solana:signTransaction'
  | 'solana:signAndSendTransaction';

/** An account as the Wallet Standard has it: the same object as long as account and network stay the same. */
export interface SolanaAccount {
  /** Base58. */
  readonly address: string;
  readonly publicKey: Uint8Array;
  /** The names of the network in use. */
  readonly chains: readonly SolanaChain[];
  readonly features: readonly Feature[];
}

interface MessageInput {
  readonly account: { readonly address: string };
  readonly message: Uint8Array;
}

interface TransactionInput<Options> {
  readonly account: { readonly address: string };
  readonly chain?: string;
  /** In wire format. */
  readonly transaction: Uint8Array;
  readonly options?: Options;
}

interface SignOptions {
  readonly preflightCommitment?: 'processed' | 'confirmed' | 'finalized';
  readonly minContextSlot?: number;
}

interface SendOptions extends SignOptions {
  readonly commitment?: 'processed' | 'confirmed' | 'finalized';
  readonly skipPreflight?: boolean;
  readonly maxRetries?: number;
}

/** Sign In With Solana. The page fills in the domain, which can only be its own, and the address. */
export interface SolanaSignInFields {
  readonly domain?: string;
  readonly address?: string;
  readonly statement?: string;
  readonly uri?: string;
  readonly version?: string;
  readonly chainId?: string;
  readonly nonce?: string;
  readonly issuedAt?: string;
  readonly expirationTime?: string;
  readonly notBefore?: string;
  readonly requestId?: string;
  readonly resources?: readonly string[];
}

interface SignedMessage {
  readonly signedMessage: Uint8Array;
  readonly signature: Uint8Array;
}

type Call<Input, Output> = (...inputs: readonly Input[]) => Promise<readonly Output[]>;
type Versions = readonly ['legacy', 0];

/** The page's Solana wallet as the Wallet Standard has it. Each promise rejects with a `LinkspanError`. */
export interface SolanaWallet {
  readonly version: '1.0.0';
  readonly name: string;
  readonly icon: `data:image/svg+xml;base64,${string}`;
  readonly chains: readonly SolanaChain[];
  /** The one in use first; none until a wallet is connected. */
  readonly accounts: readonly SolanaAccount[];
  readonly features: {
    readonly 'standard:connect': {
      readonly version: '1.0.0';
      /** Opens the dialog of wallets, unless it is silent. */
      connect(options?: {
        readonly silent?: boolean;
      }): Promise<{ readonly accounts: readonly SolanaAccount[] }>;
    };
    readonly 'standard:disconnect': { readonly version: '1.0.0'; disconnect(): Promise<void> };
    readonly 'standard:events': {
      readonly version: '1.0.0';
      on(
        event: 'change',
        listener: (properties: { readonly accounts?: readonly SolanaAccount[] }) => void,
      ): () => void;
    };
    readonly 'solana:signMessage': {
      readonly version: '1.1.0';
      readonly signMessage: Call<MessageInput, SignedMessage>;
    };
    readonly 'solana:signIn': {
      readonly version: '1.0.0';
      /** Connects first. */
      readonly signIn: Call<SolanaSignInFields, SignedMessage & { readonly account: SolanaAccount }>;
    };
    readonly 'solana:signTransaction': {
      readonly version: '1.0.0';
      readonly supportedTransactionVersions: Versions;
      /** Several of one account and chain are one request. */
      readonly signTransaction: Call<
        TransactionInput<SignOptions>,
        { readonly signedTransaction: Uint8Array }
      >;
    };
    readonly 'solana:signAndSendTransaction': {
      readonly version: '1.0.0';
      readonly supportedTransactionVersions: Versions;
      /** Several are one request after the other: if one rejects, those before it are sent, and no other. */
      readonly signAndSendTransaction: Call<
        TransactionInput<SendOptions>,
        { readonly signature: Uint8Array }
      >;
    };
  };
}

/** The names of the public clusters in the Wallet Standard, by their ids in CAIP-2. */
const clusterNames: ReadonlyMap<string, SolanaChain> = new Map([
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:mainnet'],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:devnet'],
  ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:testnet'],
]);

const icon =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAzMiAzMiI+PHBhdGggZD0iTTggMTZhOCA4IDAgMCAxIDE2IDAiIGZpbGw9Im5vbmUiIHN0cm9rZT0iIzNhNmVhNSIgc3Ryb2tlLXdpZHRoPSI0Ii8+PC9zdmc+';

const wallets = new WeakMap<Opened, SolanaWallet>();

/**
 * The connected Solana wallet for libraries that take a `Wallet` of the Wallet Standard, such as
 * `new StandardWalletAdapter({ wallet })`: one object for the life of the page. Never register it: the shell would list it
 * as a wallet.
 */
export function getWallet(): SolanaWallet {
  const opened = getOpened();
  const known = wallets.get(opened) ?? createWallet(opened);
  wallets.set(opened, known);
  return known;
}

/** The account in use; undefined while no wallet is connected. */
export function getAccount(): SolanaAccount | undefined {
  return getWallet().accounts[0];
}

/**
 * The wallet's cluster, else the page's first, as the Wallet Standard names it. Throws `loader/no-window` without a page,
 * `remote/unknown-family` on one without Solana.
 */
export function getChain(): SolanaChain {
  const { families } = getOpened().linkspan;
  const family = findFamily('solana');
  if (family) return chainsOf(networkOf(family))[0];
  throw families.length > 0
    ? toRefusal('remote/unknown-family', { family: 'solana' })
    : toRefusal('loader/no-window', {});
}

function createWallet({ linkspan, shell, refresh }: Opened): SolanaWallet {
  const family = linkspan.families.find(({ namespace }) => namespace === 'solana');
  let shown: { readonly key: string; readonly accounts: readonly SolanaAccount[] } = {
    key: '',
    accounts: [],
  };

  function readAccounts(): readonly SolanaAccount[] {
    refresh();
    const connection = family?.$connection.get();
    const next = connection?.status === 'connected' && family ? connection : undefined;
    const key = next ? JSON.stringify([next.accounts, next.capabilities]) : '';
    if (key !== shown.key)
      shown = { key, accounts: next && family ? toAccounts(next, networkOf(family)) : [] };
    return shown.accounts;
  }

  async function run<Value>(ask: (family: FamilyView) => Promise<Value>): Promise<Value> {
    try {
      await shell;
      if (family === undefined) throw toRefusal('remote/unknown-family', { family: 'solana' });
      return await ask(family);
    } catch (error) {
      throw toLinkspanError(error);
    } finally {
      refresh();
    }
  }

  const call = (method: Feature, params: object) =>
    run(async (known) => (await shell).call(known.id, { method, params, network: networkOf(known).id }));

  async function connect({ silent = false }: { readonly silent?: boolean } = {}) {
    if (silent) await untilRestored('solana');
    else await run(async ({ id }) => readAccounts().length > 0 || linkspan.connect(id));
    return { accounts: readAccounts() };
  }

  async function signIn(fields: SolanaSignInFields) {
    const { accounts } = await connect();
    const answer = await call('solana:signIn', { ...fields });
    const address = field(answer, 'address');
    const account = accounts.find((one) => one.address === address);
    if (account === undefined) throw toRefusal('wallet/account-changed', { account: String(address) });
    return { account, ...toSignedMessage(answer) };
  }

  const transactions = { version: '1.0.0', supportedTransactionVersions: ['legacy', 0] } as const;
  return Object.freeze<SolanaWallet>({
    ...{ version: '1.0.0', name: 'Linkspan', icon },
    chains: Object.freeze((family?.networks ?? []).flatMap(chainsOf)),
    get accounts() {
      return readAccounts();
    },
    features: Object.freeze({
      'standard:connect': { version: '1.0.0', connect },
      'standard:disconnect': {
        version: '1.0.0',
        disconnect: () => run(({ id }) => linkspan.disconnect(id)),
      },
      'standard:events': {
        version: '1.0.0',
        on(_, listener) {
          let last = readAccounts();
          return (
            family?.$connection.listen(() => {
              const accounts = readAccounts();
              if (accounts === last) return;
              last = accounts;
              listener({ accounts });
            }) ?? (() => undefined)
          );
        },
      },
      'solana:signMessage': {
        version: '1.1.0',
        signMessage: (...inputs) =>
          inOrder(inputs, async ({ account: { address }, message }) =>
            toSignedMessage(
              await call('solana:signMessage', { account: address, message: toBase64(message) }),
            ),
          ),
      },
      'solana:signIn': { version: '1.0.0', signIn: (...inputs) => inOrder(inputs, signIn) },
      'solana:signTransaction': {
        ...transactions,
        async signTransaction(...inputs) {
          const groups = toGroups(inputs);
          const signed = await inOrder(groups, async (group) => {
            const answer = await call('solana:signTransaction', toParams(group));
            return group.map((_, at) => ({
              signedTransaction: fromBase64(field(field(answer, 'signedTransactions'), String(at))),
            }));
          });
          return signed.flat();
        },
      },
      'solana:signAndSendTransaction': {
        ...transactions,
        signAndSendTransaction: (...inputs) =>
          inOrder(inputs, async (input) => {
            const answer = await call('solana:signAndSendTransaction', toParams([input]));
            return { signature: fromBase58(String(field(answer, 'signature'))) };
          }),
      },
    }),
  });
}

/** One request after the other. */
async function inOrder<Input, Output>(
  inputs: readonly Input[],
  ask: (input: Input) => Promise<Output>,
): Promise<readonly Output[]> {
  const outputs: Output[] = [];
  for (const input of inputs) outputs.push(await ask(input));
  return outputs;
}

function toAccounts({ accounts, capabilities }: ConnectedView, network: Network): readonly SolanaAccount[] {
  const chains = chainsOf(network);
  const features: readonly Feature[] = [
    ...(capabilities.includes('signMessage') ? (['solana:signMessage'] as const) : []),
    ...(capabilities.includes('signIn') ? (['solana:signIn'] as const) : []),
    'solana:signTransaction',
    ...(capabilities.includes('send') ? (['solana:signAndSendTransaction'] as const) : []),
  ];
  return Object.freeze(
    accounts.map((account) => {
      const address = account.split(':')[2] ?? '';
      return Object.freeze({ address, publicKey: fromBase58(address), chains, features });
    }),
  );
}

/** The network of the wallet, else the page's first. */
function networkOf({ $connection, networks }: FamilyView): Network {
  const connection = $connection.get();
  const inUse = 'network' in connection ? connection.network : undefined;
  const network = networks.find(({ id }) => id === inUse) ?? networks[0];
  if (network === undefined) throw toRefusal('loader/no-window', {});
  return network;
}

/** Both names of a network, that of the Wallet Standard first. */
function chainsOf(network: Network): readonly [SolanaChain, ...SolanaChain[]] {
  const local = isLocalNetwork(network) ? 'solana:localnet' : undefined;
  const name = clusterNames.get(network.id) ?? local;
  const id = network.id as SolanaChain;
  return name === undefined ? [id] : [name, id];
}

type AnyTransactionInput = TransactionInput<SendOptions>;

/** Consecutive transactions that one request can have. */
function toGroups(inputs: readonly AnyTransactionInput[]): readonly (readonly AnyTransactionInput[])[] {
  const keyOf = ({ account, chain, options }: AnyTransactionInput) =>
    JSON.stringify([account.address, chain, options]);
  const groups: AnyTransactionInput[][] = [];
  for (const input of inputs) {
    const last = groups.at(-1);
    if (last?.[0] && keyOf(last[0]) === keyOf(input)) last.push(input);
    else groups.push([input]);
  }
  return groups;
}

function toParams(inputs: readonly AnyTransactionInput[]): object {
  const [first] = inputs;
  return {
    account: first?.account.address,
    ...(first?.chain !== undefined && { chain: first.chain }),
    transactions: inputs.map(({ transaction }) => toBase64(transaction)),
    ...(first?.options !== undefined && { options: first.options }),
  };
}

function toSignedMessage(answer: unknown): SignedMessage {
  const [signedMessage, signature] = [field(answer, 'signedMessage'), field(answer, 'signature')];
  return { signedMessage: fromBase64(signedMessage), signature: fromBase64(signature) };
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function fromBase64(text: unknown): Uint8Array {
  return Uint8Array.from(atob(String(text)), (char) => char.charCodeAt(0));
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Of an address or a signature; empty for a text that is no base58. */
function fromBase58(text: string): Uint8Array {
  const digits = Array.from(text, (char) => alphabet.indexOf(char));
  if (digits.includes(-1)) return new Uint8Array();
  let value = digits.reduce((sum, digit) => sum * 58n + BigInt(digit), 0n);
  const bytes: number[] = [];
  for (; value > 0n; value >>= 8n) bytes.unshift(Number(value & 255n));
  const zeros = digits.findIndex((digit) => digit !== 0);
  return Uint8Array.from([...new Array<number>(zeros < 0 ? digits.length : zeros).fill(0), ...bytes]);
}
