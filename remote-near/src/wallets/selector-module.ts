import type { Network } from '@linkspan/contract';
import { actionCreators, type SignedTransaction } from '@near-js/transactions';
import type { InjectedWallet, SignMessageParams, WalletModuleFactory } from '@near-wallet-selector/core';
import { createRpc } from '../chain.ts';
import type { LoadedWallet, LoadOptions } from './loaded-wallet.ts';

type Module = NonNullable<Awaited<ReturnType<WalletModuleFactory<InjectedWallet>>>>;
type InitOptions = Parameters<Module['init']>[0];

/**
 * Opens a wallet module of the selector by its factory, without a selector around it: the approved wallet gets one in the
 * connector. No contract is named, so that the module makes no key. It logs nothing: some log keys.
 */
export async function openModule(
  factory: WalletModuleFactory,
  { network, account }: Pick<LoadOptions, 'network' | 'account'>,
): Promise<LoadedWallet> {
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
  /** Of the latest send: what a wallet signs once that is given up stays here. */
  let sending = AbortSignal.abort();
  const ignore = () => undefined;
  const wallet = await init({
    ...about,
    options,
    store: { getState: () => state, toReadOnly: ignore },
    provider: { sendTransaction: (signed: SignedTransaction) => sendSigned(network, signed, sending) },
    emitter: { on: ignore, off: ignore, emit: ignore },
    logger: { log: ignore, info: ignore, warn: ignore, error: ignore },
    storage: { getItem: async () => null, setItem: async () => ignore(), removeItem: async () => ignore() },
  } as unknown as InitOptions);
  return {
    signIn: () => wallet.signIn({} as never),
    signOut: () => wallet.signOut(),
    signMessage: async ({ nonce, ...message }) =>
      wallet.signMessage?.({ ...message, nonce: Buffer.from(nonce) } as SignMessageParams),
    signAndSendTransaction({ actions: [{ params }], ...places }, signal) {
      sending = signal;
      const actions = [actionCreators.transfer(BigInt(params.deposit))];
      return wallet.signAndSendTransaction({ ...places, actions } as never);
    },
  };
}

/** Sends what a wallet has signed, by the page's own nodes, unless it is given up; the outcome once it is executed. */
async function sendSigned(
  network: Network<'near'>,
  signed: SignedTransaction,
  signal: AbortSignal,
): Promise<unknown> {
  signal.throwIfAborted();
  const rpc = createRpc(network, signal);
  const signed_tx_base64 = btoa(String.fromCharCode(...signed.encode()));
  return rpc('send_tx', { signed_tx_base64, wait_until: 'EXECUTED_OPTIMISTIC' });
}
