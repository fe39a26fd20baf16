import { addressOf, LinkspanError, tryTo } from '@linkspan/contract';
import { toLinkspanError } from './error.ts';
import { getOpened, networkInUse, type Opened } from './linkspan.ts';
import { claimInUse } from './summary.ts';

/** An account of the connected wallet. */
export interface NearAccount {
  readonly accountId: string;
}

/** NEP-413, "Input Interface". */
export interface NearMessage {
  readonly message: string;
  /** For whom it is signed. */
  readonly recipient: string;
  /** 32 bytes. */
  readonly nonce: Uint8Array;
  /** Part of the signature, if the wallet takes it. */
  readonly callbackUrl?: string;
  /** Not signed; comes back with the answer. */
  readonly state?: string;
  /** The account in use, or nothing. */
  readonly signerId?: string;
}

/** NEP-413, "Output Interface", with the callback if the signature covers one. */
export interface NearSignedMessage {
  readonly accountId: string;
  /** `ed25519:` and base58. */
  readonly publicKey: string;
  /** Base64. */
  readonly signature: string;
  readonly callbackUrl?: string;
  readonly state?: string;
}

/** In yoctoNEAR, or in units of gas: decimal digits, a bigint, or a number that is exact. */
export type NearNumber = string | bigint | number;

interface Transfer {
  readonly deposit: NearNumber;
}

interface FunctionCall extends Transfer {
  readonly methodName: string;
  /** An object, which is written as JSON; or bytes, also as base64. */
  readonly args: object | Uint8Array | string;
  readonly gas: NearNumber;
}

/** A transfer or a call, as the wallet selector writes it, or as `actionCreators` of NEAR's own library make it. */
export type NearAction =
  | { readonly type: 'Transfer'; readonly params: Transfer }
  | { readonly type: 'FunctionCall'; readonly params: FunctionCall }
  | { readonly transfer?: Transfer; readonly functionCall?: FunctionCall };

export interface NearTransaction {
  readonly receiverId: string;
  readonly actions: readonly NearAction[];
  /** The account in use, or nothing. */
  readonly signerId?: string;
}

/** The outcome as the wallet told it: NEAR's `FinalExecutionOutcome`, or the hash alone. */
export interface NearOutcome {
  readonly transaction: { readonly hash: string };
  readonly status?: unknown;
}

/** The connected NEAR wallet. Each promise rejects with a `LinkspanError`. */
export interface NearWallet {
  /** The one in use first; none while no wallet is connected. */
  getAccounts(): Promise<readonly NearAccount[]>;
  signMessage(message: NearMessage): Promise<NearSignedMessage>;
  /** Resolves once the wallet has told the outcome. An action but a transfer and a call rejects with `wallet/unsupported`. */
  signAndSendTransaction(transaction: NearTransaction): Promise<NearOutcome>;
  /** Several, in order, at most 10; rejects with `wallet/unsupported` for a wallet that does not take them at once. */
  signAndSendTransactions(params: {
    readonly transactions: readonly NearTransaction[];
  }): Promise<readonly NearOutcome[]>;
}

/** The latest block by default. */
export interface NearBlock {
  readonly finality?: 'optimistic' | 'near-final' | 'final';
  readonly block_id?: string | number;
  readonly sync_checkpoint?: 'genesis' | 'earliest_available';
}

/** The page's nodes, of the wallet's network, else of the page's first. Each promise rejects with a `LinkspanError`. */
export interface NearProvider {
  /** `query` of NEAR's RPC, such as `{ request_type: 'view_account', account_id }`; its result as the node writes it. */
  query(
    params: NearBlock & { readonly request_type: string; readonly account_id: string } & Readonly<
        Record<string, unknown>
      >,
  ): Promise<unknown>;
  /** A view of a contract: its JSON, a text that is none, or undefined for nothing. */
  callFunction(call: {
    readonly contractId: string;
    readonly method: string;
    readonly args?: object | Uint8Array;
    readonly blockQuery?: NearBlock;
  }): Promise<unknown>;
}

const opened = new WeakMap<Opened, { readonly wallet: NearWallet; readonly provider: NearProvider }>();

/** The connected NEAR wallet: one object for the life of the page, also while no wallet is connected. */
export function getWallet(): NearWallet {
  return open().wallet;
}

/** The page's nodes of NEAR: one object for the life of the page. */
export function getProvider(): NearProvider {
  return open().provider;
}

function open() {
  const page = getOpened();
  const known = opened.get(page) ?? create(page);
  opened.set(page, known);
  return known;
}

function create({ linkspan, shell, refresh }: Opened) {
  const family = linkspan.families.find(({ namespace }) => namespace === 'near');

  async function call(method: string, params: unknown): Promise<never> {
    const claim = claimInUse();
    try {
      const started = await shell;
      if (family === undefined) throw new LinkspanError('remote/unknown-family', { family: 'near' });
      refresh();
      const network = networkInUse(family);
      const written = tryTo(() => write('', params));
      if (written === undefined) throw new LinkspanError('input/call', { method, place: 'params' });
      return (await started.call(family.id, { ...claim, method, params: written, network })) as never;
    } catch (error) {
      throw toLinkspanError(error);
    }
  }

  const wallet: NearWallet = {
    async getAccounts() {
      refresh();
      const connection = family?.$connection.get();
      if (connection?.status !== 'connected') return [];
      return connection.accounts.map((account) => ({ accountId: addressOf(account) }));
    },
    signMessage: (message) => call('near_signMessage', message),
    signAndSendTransaction: (transaction) => call('near_signAndSendTransaction', transaction),
    signAndSendTransactions: (params) => call('near_signAndSendTransactions', params),
  };
  const provider: NearProvider = {
    query: (params) => call('near_query', params),
    callFunction: (params) => call('near_callFunction', params),
  };
  return { wallet: Object.freeze(wallet), provider: Object.freeze(provider) };
}

/** Parameters as JSON: numbers as digits, bytes as base64. The arguments of a call are JSON, or bytes, already. */
function write(name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  }
  if (Array.isArray(value)) return value.map((one) => write('', one));
  if (typeof value !== 'object' || value === null || name === 'args') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, write(key, one)]));
}
