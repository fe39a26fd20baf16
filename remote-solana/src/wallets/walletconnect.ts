import { createSession, toRpcError } from '@linkspan/kit/walletconnect';
import { createLoad, type PairedWallet, type WalletParts } from '@linkspan/kit/walletconnect/load';
import { getBase58Decoder, getBase64Decoder } from '@solana/kit';
import type { Account } from '../accounts.ts';
import type { Provider } from '../provider.ts';
import { parseSignature, parseSigned } from './answers.ts';
import { type GrantedAccount, methodOf, parseAccount, toAccounts, toChains } from './granted-account.ts';
import { createProvider } from './own-provider.ts';

/** Loads WalletConnect: see `createLoad`. */
export const openWalletConnect = createLoad(createWalletConnect);

/**
 * A wallet on a second device as the Wallet Standard has it, over one session of WalletConnect: `standard:connect` asks for
 * it by a pairing unless it is silent, and nothing else does. A stored session is resumed. Its accounts list
 * the features that the session grants.
 */
export function createWalletConnect(parts: WalletParts<'solana'>): PairedWallet<'solana', Provider> {
  const { wallet, networks } = parts;
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
      update(change) {
        change();
        emitChange();
      },
      onEnd: () => emitChange(),
    },
    networks[0].id,
  );

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

  const { loaded, emitChange } = createProvider({
    name: wallet,
    chains: networks.map(({ id }) => id),
    proof: session.proof,
    appUrl: () => session.granted()?.appUrl,
    accounts: () => toAccounts(session.granted()),
    versions: () => ['legacy', 0],
    connect: session.connect,
    disconnect: session.end,
    async signMessage(input) {
      const { message } = input;
      const answer = await ask('solana:signMessage', input, { message: getBase58Decoder().decode(message) });
      return { signedMessage: message, signature: parseSignature(answer, wallet) };
    },
    async signTransactions(inputs) {
      const signed: Uint8Array[] = [];
      // One after the other: each is a prompt of its own.
      for (const input of inputs) {
        const { account, transaction } = input;
        const params = { transaction: getBase64Decoder().decode(transaction) };
        const answer = await ask('solana:signTransaction', input, params);
        signed.push(await parseSigned(answer, { wallet, address: account.address, transaction }));
      }
      return signed;
    },
    async signAndSendTransaction(input) {
      const { transaction, options: sendOptions } = input;
      const params = { transaction: getBase64Decoder().decode(transaction), sendOptions };
      return parseSignature(await ask('solana:signAndSendTransaction', input, params), wallet);
    },
  });
  return { loaded, begin: session.begin };
}
