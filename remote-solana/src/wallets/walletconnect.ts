import { createSession, toRpcError } from '@linkspan/kit/walletconnect';
import type { PairedWallet, WalletParts } from '@linkspan/kit/walletconnect/load';
import { getBase58Decoder, getBase64Decoder } from '@solana/kit';
import type { Account } from '../accounts.ts';
import type { Provider } from '../provider.ts';
import { parseSignature, parseSigned } from './answers.ts';
import { type GrantedAccount, methodOf, parseAccount, toAccounts, toChains } from './session-record.ts';

interface MessageInput {
  readonly account: Account;
  readonly message: Uint8Array;
}

interface TransactionInput {
  readonly account: Account;
  /** A CAIP-2 id. */
  readonly chain: string;
  readonly transaction: Uint8Array;
  readonly options?: object;
}

const version = '1.0.0';
const transactions = { version, supportedTransactionVersions: ['legacy', 0] } as const;

/**
 * A wallet on a second device as the Wallet Standard has it, over one session of WalletConnect: `standard:connect` asks for
 * it by a pairing unless it is silent, and nothing else does. What a former page has kept is resumed. Its accounts list
 * the features that the session grants.
 */
export function createWalletConnect(parts: WalletParts<'solana'>): PairedWallet<'solana', Provider> {
  const { wallet, networks } = parts;
  const listeners = new Set<(properties: object) => void>();
  const session = createSession<'solana', GrantedAccount>(
    parts,
    {
      namespace: 'solana',
      asked: {
        chains: networks.flatMap(({ id }) => toChains(id)),
        methods: Object.values(methodOf),
        events: [],
      },
      parseAccount,
      telling(change) {
        change();
        tell();
      },
      tellEnd: tell,
    },
    networks[0].id,
  );

  const readAccounts = () => toAccounts(session.granted());

  function tell(): void {
    for (const listener of [...listeners]) listener({ accounts: readAccounts() });
  }

  /** Names the chain as the wallet does; any that it grants if none is given. */
  async function ask(
    feature: keyof typeof methodOf,
    { account, chain }: { readonly account: Account; readonly chain?: string },
    params: object,
  ): Promise<unknown> {
    const { address } = account;
    const granted = session
      .granted()
      ?.accounts.find((one) => one.address === address && (!chain || toChains(chain).includes(one.chain)));
    if (granted === undefined) throw toRpcError(4100, `${address} is not granted by the wallet`);
    return session.request(granted.chain, methodOf[feature], { ...params, pubkey: address });
  }

  const provider: Provider = {
    name: wallet,
    chains: networks.map(({ id }) => id),
    get accounts() {
      return readAccounts();
    },
    features: {
      'standard:connect': {
        version,
        async connect({ silent = false }: { readonly silent?: boolean } = {}) {
          if (!silent) await session.connect();
          return { accounts: readAccounts() };
        },
      },
      'standard:disconnect': { version, disconnect: session.end },
      'standard:events': {
        version,
        on(_: 'change', listener: (properties: object) => void) {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      'solana:signMessage': {
        version,
        async signMessage(input: MessageInput) {
          const { message } = input;
          const params = { message: getBase58Decoder().decode(message) };
          const answer = await ask('solana:signMessage', input, params);
          return [{ signedMessage: message, signature: parseSignature(answer, wallet) }];
        },
      },
      'solana:signTransaction': {
        ...transactions,
        async signTransaction(input: TransactionInput) {
          const { account, transaction } = input;
          const params = { transaction: getBase64Decoder().decode(transaction) };
          const answer = await ask('solana:signTransaction', input, params);
          const asked = { wallet, address: account.address, transaction };
          return [{ signedTransaction: await parseSigned(answer, asked) }];
        },
      },
      'solana:signAndSendTransaction': {
        ...transactions,
        async signAndSendTransaction(input: TransactionInput) {
          const { transaction, options: sendOptions } = input;
          const params = { transaction: getBase64Decoder().decode(transaction), sendOptions };
          const answer = await ask('solana:signAndSendTransaction', input, params);
          return [{ signature: parseSignature(answer, wallet) }];
        },
      },
    },
    proof: session.proof,
  };
  return { provider, begin: session.begin };
}
