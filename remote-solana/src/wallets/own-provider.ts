import type { Loaded } from '@linkspan/kit/discovery';
import type { Proof } from '@linkspan/kit/wallet-storage';
import type { Account } from '../accounts.ts';
import type { Own, Provider, SignedText, TransactionVersion } from '../provider.ts';

export interface MessageInput {
  readonly account: Account;
  readonly message: Uint8Array;
}

export interface TransactionInput {
  readonly account: Account;
  /** As the account names it. */
  readonly chain: string;
  /** Unsigned, in wire format. */
  readonly transaction: Uint8Array;
  readonly options?: object;
}

/** A wallet whose code is part of this remote. */
export interface OwnWallet extends Pick<Provider, 'name' | 'chains'>, Pick<Own, 'appUrl'> {
  readonly proof: Proof;
  accounts(): readonly Account[];
  versions(): readonly TransactionVersion[];
  /** Asks the person. */
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  signMessage(input: MessageInput): Promise<SignedText>;
  /** Takes transactions of one account; returns each signed one in wire format. */
  signTransactions(inputs: readonly TransactionInput[]): Promise<readonly Uint8Array[]>;
  /** Returns the signature. */
  signAndSendTransaction(input: TransactionInput): Promise<Uint8Array>;
}

const version = '1.0.0';

/** A wallet as the Wallet Standard has it; a silent connect never prompts. `emitChange` reports its accounts. */
export function createProvider(wallet: OwnWallet): { readonly loaded: Loaded<Provider>; emitChange(): void } {
  const { name, chains, proof, appUrl, disconnect } = wallet;
  const listeners = new Set<(properties: object) => void>();
  const read = () => ({ accounts: wallet.accounts() });
  const provider: Provider = {
    ...{ name, chains },
    get accounts() {
      return wallet.accounts();
    },
    get features() {
      const transactions = { version, supportedTransactionVersions: wallet.versions() };
      return {
        'standard:connect': {
          version,
          async connect({ silent = false }: { readonly silent?: boolean } = {}) {
            if (!silent) await wallet.connect();
            return read();
          },
        },
        'standard:disconnect': { version, disconnect },
        'standard:events': {
          version,
          on(_: 'change', listener: (properties: object) => void) {
            listeners.add(listener);
            return () => listeners.delete(listener);
          },
        },
        'solana:signMessage': {
          version,
          signMessage: async (input: MessageInput) => [await wallet.signMessage(input)],
        },
        'solana:signTransaction': {
          ...transactions,
          async signTransaction(...inputs: readonly TransactionInput[]) {
            const signed = await wallet.signTransactions(inputs);
            return signed.map((signedTransaction) => ({ signedTransaction }));
          },
        },
        'solana:signAndSendTransaction': {
          ...transactions,
          signAndSendTransaction: async (input: TransactionInput) => [
            { signature: await wallet.signAndSendTransaction(input) },
          ],
        },
      };
    },
  };
  const own: Own = { proof, ...(appUrl && { appUrl }) };
  return {
    loaded: { provider, own },
    emitChange() {
      for (const listener of [...listeners]) listener(read());
    },
  };
}
