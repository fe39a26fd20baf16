import {
  addressOf,
  type Connection,
  field,
  isLocalNetwork,
  LinkspanError,
  type NetworkId,
} from '@linkspan/contract';
import { base58 } from '@scure/base';
import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignInInput,
  SolanaSignMessageFeature,
  SolanaSignMessageOutput,
  SolanaSignTransactionFeature,
  SolanaSignTransactionInput,
} from '@solana/wallet-standard-features';
import type { WalletAccount, WalletWithFeatures } from '@wallet-standard/base';
import type {
  StandardConnectFeature,
  StandardConnectInput,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features';
import { toLinkspanError } from './error.ts';
import { findFamily, getOpened, networkInUse, type Opened, untilRestored } from './linkspan.ts';
import { claimInUse } from './summary.ts';
import type { LinkspanFamily } from './views.ts';

type Feature = Extract<keyof SolanaWallet['features'], `solana:${string}`>;

/**
 * The page's Solana wallet as the Wallet Standard has it. `standard:connect` opens the dialog of wallets unless it is silent,
 * `solana:signIn` connects first. Several transactions to sign of one account and chain are one request. Several to send are
 * one request after the other: if one rejects, those before it are sent, and no other. Each promise rejects with a
 * `LinkspanError`.
 */
export type SolanaWallet = WalletWithFeatures<
  StandardConnectFeature &
    StandardDisconnectFeature &
    StandardEventsFeature &
    SolanaSignMessageFeature &
    SolanaSignInFeature &
    SolanaSignTransactionFeature &
    SolanaSignAndSendTransactionFeature
>;

/** The names of the public clusters in the Wallet Standard, by their ids in CAIP-2. */
const clusterNames: ReadonlyMap<string, NetworkId<'solana'>> = new Map([
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
export function getAccount(): WalletAccount | undefined {
  return getWallet().accounts[0];
}

/**
 * The wallet's cluster, else the page's first, as the Wallet Standard names it. Throws `loader/no-window` without a page,
 * `remote/unknown-family` on one without Solana.
 */
export function getChain(): NetworkId<'solana'> {
  const { families } = getOpened().linkspan;
  const family = findFamily('solana');
  if (family) return chainsOf(family)[0];
  throw families.length > 0
    ? new LinkspanError('remote/unknown-family', { family: 'solana' })
    : new LinkspanError('loader/no-window', {});
}

function createWallet({ linkspan, shell, refresh }: Opened): SolanaWallet {
  const family = linkspan.families.find(({ namespace }) => namespace === 'solana');
  let shown: { readonly key: string; readonly accounts: readonly WalletAccount[] } = {
    key: '',
    accounts: [],
  };

  function readAccounts(): readonly WalletAccount[] {
    refresh();
    const connection = family?.$connection.get();
    const next = connection?.status === 'connected' && family ? connection : undefined;
    const key = next ? JSON.stringify([next.accounts, next.capabilities]) : '';
    if (key !== shown.key)
      shown = { key, accounts: next && family ? toAccounts(next, chainsOf(family)) : [] };
    return shown.accounts;
  }

  async function run<Value>(ask: (family: LinkspanFamily) => Promise<Value>): Promise<Value> {
    try {
      await shell;
      if (family === undefined) throw new LinkspanError('remote/unknown-family', { family: 'solana' });
      return await ask(family);
    } catch (error) {
      throw toLinkspanError(error);
    } finally {
      refresh();
    }
  }

  const call = (method: Feature, params: object) => {
    const said = { ...claimInUse(), method, params };
    return run(async (known) => (await shell).call(known.id, { ...said, network: networkInUse(known) }));
  };

  async function connect({ silent = false }: StandardConnectInput = {}) {
    if (silent) await untilRestored('solana');
    else await run(async ({ id }) => readAccounts().length > 0 || linkspan.connect(id));
    return { accounts: readAccounts() };
  }

  async function signIn(fields: SolanaSignInInput) {
    const { accounts } = await connect();
    const answer = await call('solana:signIn', { ...fields });
    const address = field(answer, 'address');
    const account = accounts.find((one) => one.address === address);
    if (account === undefined)
      throw new LinkspanError('wallet/account-changed', { account: String(address) });
    return { account, ...toSignedMessage(answer) };
  }

  const transactions = { version: '1.0.0', supportedTransactionVersions: ['legacy', 0] } as const;
  return Object.freeze<SolanaWallet>({
    ...{ version: '1.0.0', name: 'Linkspan', icon },
    chains: Object.freeze(family?.networks.flatMap(({ id }) => chainsOf(family, id)) ?? []),
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

function toAccounts(
  { accounts, capabilities }: Connection & { readonly status: 'connected' },
  chains: WalletAccount['chains'],
): readonly WalletAccount[] {
  const features: readonly Feature[] = [
    ...(capabilities.includes('message') ? (['solana:signMessage'] as const) : []),
    ...(capabilities.includes('sign-in') ? (['solana:signIn'] as const) : []),
    'solana:signTransaction',
    ...(capabilities.includes('send') ? (['solana:signAndSendTransaction'] as const) : []),
  ];
  return Object.freeze(
    accounts.map((account) => {
      const address = addressOf(account);
      return Object.freeze({ address, publicKey: fromBase58(address), chains, features });
    }),
  );
}

/** Both names of a family's network, by default of the one in use; that of the Wallet Standard first. */
function chainsOf(
  family: LinkspanFamily,
  id = networkInUse(family),
): readonly [NetworkId<'solana'>, ...NetworkId<'solana'>[]] {
  const isLocal = family.networks.some((one) => one.id === id && isLocalNetwork(one));
  const name = clusterNames.get(id) ?? (isLocal ? 'solana:localnet' : undefined);
  const own = id as NetworkId<'solana'>;
  return name === undefined ? [own] : [name, own];
}

/** Consecutive transactions that one request can have. */
function toGroups(
  inputs: readonly SolanaSignTransactionInput[],
): readonly (readonly SolanaSignTransactionInput[])[] {
  const keyOf = ({ account, chain, options }: SolanaSignTransactionInput) =>
    JSON.stringify([account.address, chain, options]);
  const groups: SolanaSignTransactionInput[][] = [];
  for (const input of inputs) {
    const last = groups.at(-1);
    if (last?.[0] && keyOf(last[0]) === keyOf(input)) last.push(input);
    else groups.push([input]);
  }
  return groups;
}

function toParams(inputs: readonly SolanaSignTransactionInput[]): object {
  const [first] = inputs;
  return {
    account: first?.account.address,
    ...(first?.chain !== undefined && { chain: first.chain }),
    transactions: inputs.map(({ transaction }) => toBase64(transaction)),
    ...(first?.options !== undefined && { options: first.options }),
  };
}

function toSignedMessage(answer: unknown): SolanaSignMessageOutput {
  const [signedMessage, signature] = [field(answer, 'signedMessage'), field(answer, 'signature')];
  return { signedMessage: fromBase64(signedMessage), signature: fromBase64(signature) };
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function fromBase64(text: unknown): Uint8Array {
  return Uint8Array.from(atob(String(text)), (char) => char.charCodeAt(0));
}

/** Of an address or a signature; empty for a text that is no base58. */
function fromBase58(text: string): Uint8Array {
  try {
    return base58.decode(text);
  } catch {
    return new Uint8Array();
  }
}
