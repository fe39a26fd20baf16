import { LinkspanError, type Network } from '@linkspan/contract';
import { tryTo } from '@linkspan/kit/util';
import { actionCreators, type SignedTransaction } from '@near-js/transactions';
import type { InjectedWallet, SignMessageParams, WalletModuleFactory } from '@near-wallet-selector/core';
import type { Batch } from '../actions.ts';
import { createRpc } from '../chain.ts';
import type { LoadedWallet, LoadOptions, TransactionParams } from './loaded-wallet.ts';
import { encodeTransaction } from './transaction.ts';

type Module = NonNullable<Awaited<ReturnType<WalletModuleFactory<InjectedWallet>>>>;
type InitOptions = Parameters<Module['init']>[0];

/** Some modules sign several transactions one by one: their wallets do not offer it. */
export type OpenedModule = LoadedWallet & Required<Pick<LoadedWallet, 'signAndSendTransactions'>>;

/**
 * Opens a wallet module of the selector by its factory, without a selector around it: the approved wallet gets one in the
 * connector. No contract is named, so that the module makes no key. It logs nothing: some log keys.
 */
export async function openModule(
  factory: WalletModuleFactory,
  { network, account }: Pick<LoadOptions, 'network' | 'account'>,
): Promise<OpenedModule> {
  const nodeUrl = network.rpc[0] ?? '';
  const networkId = network.id === 'near:mainnet' ? 'mainnet' : 'testnet';
  const options = { network: { networkId, nodeUrl, helperUrl: '', explorerUrl: '', indexerUrl: '' } };
  const { init, ...about } = (await factory({ options } as never)) as Module;
  const accounts = account === undefined ? [] : [{ accountId: account, active: true }];
  const state = {
    contract: { contractId: '', methodNames: [] },
    selectedWalletId: account === undefined ? null : about.id,
    accounts,
  };
  /** The latest send: after a cancel, the wallet's signed transaction is not sent. */
  let sending: { readonly wanted: TransactionParams; readonly signal: AbortSignal } | undefined;
  const ignore = () => undefined;
  const { name: wallet } = about.metadata;
  const module = await init({
    ...about,
    options,
    store: { getState: () => state, toReadOnly: ignore },
    provider: {
      async sendTransaction(signed: SignedTransaction) {
        if (sending === undefined) throw new LinkspanError('wallet/cancelled', { wallet });
        return sendSigned(network, readWanted(signed, sending.wanted, wallet), sending.signal);
      },
    },
    emitter: { on: ignore, off: ignore, emit: ignore },
    logger: { log: ignore, info: ignore, warn: ignore, error: ignore },
    storage: { getItem: async () => null, setItem: async () => ignore(), removeItem: async () => ignore() },
  } as unknown as InitOptions);
  return {
    getAccounts: () => module.getAccounts(),
    signIn: () => module.signIn({} as never),
    signOut: () => module.signOut(),
    signMessage: async ({ nonce, ...message }) =>
      module.signMessage?.({ ...message, nonce: Buffer.from(nonce) } as SignMessageParams),
    signAndSendTransaction(wanted, signal) {
      sending = { wanted, signal };
      return module.signAndSendTransaction(toModuleParams(wanted) as never);
    },
    signAndSendTransactions({ transactions }) {
      // Only a wallet that sends by itself is asked for several.
      sending = undefined;
      const params = { transactions: transactions.map(toModuleParams) };
      return module.signAndSendTransactions(params as never);
    },
  };
}

/** With the actions of NEAR's own library, which the modules take. */
function toModuleParams<Params extends Batch>(params: Params) {
  const actions = params.actions.map((action) => {
    const deposit = BigInt(action.params.deposit);
    if (action.type === 'Transfer') return actionCreators.transfer(deposit);
    const { methodName, args, gas } = action.params;
    return actionCreators.functionCall(methodName, args, BigInt(gas), deposit);
  });
  return { ...params, actions };
}

/**
 * The bytes of a signed transaction, read once. A wallet is given the page's own transaction object, which it can change
 * before it signs. Throws `wallet/other-transaction` for anything but the actions that were asked for.
 */
function readWanted(signed: SignedTransaction, wanted: TransactionParams, wallet: string): Uint8Array {
  const found = tryTo(() => {
    const { publicKey, nonce, blockHash } = signed.transaction;
    const asked = encodeTransaction({
      ...wanted,
      publicKey: publicKey.ed25519Key?.data ?? new Uint8Array(),
      ...{ nonce: BigInt(nonce), blockHash },
    });
    const bytes = Uint8Array.from(signed.encode());
    // The signature follows: its kind, and 64 bytes.
    const isAsked = bytes.length === asked.length + 65 && asked.every((byte, at) => byte === bytes[at]);
    return isAsked ? bytes : undefined;
  });
  if (found) return found;
  throw new LinkspanError('wallet/other-transaction', { wallet, difference: 'other', value: '', amount: '' });
}

/** Sends a signed transaction by the page's own nodes, unless it is cancelled; the outcome once it is executed. */
async function sendSigned(
  network: Network<'near'>,
  signed: Uint8Array,
  signal: AbortSignal,
): Promise<unknown> {
  signal.throwIfAborted();
  const rpc = createRpc(network, signal);
  const signed_tx_base64 = btoa(String.fromCharCode(...signed));
  return rpc('send_tx', { signed_tx_base64, wait_until: 'EXECUTED_OPTIMISTIC' });
}

/** Puts these in place of the window's own; returns what puts those back, if they are not back yet. */
export function replaceInWindow(standIns: object): () => void {
  const own = Object.entries(standIns).map(
    ([name, value]) => [name, value, Object.getOwnPropertyDescriptor(window, name)] as const,
  );
  for (const [name, value] of own) Object.defineProperty(window, name, { configurable: true, value });
  return () => {
    for (const [name, value, descriptor] of own) {
      if (Object.getOwnPropertyDescriptor(window, name)?.value !== value) continue;
      if (descriptor) Object.defineProperty(window, name, descriptor);
      else Reflect.deleteProperty(window, name);
    }
  };
}
