import {
  addressOf,
  type CallRequest,
  field,
  LinkspanError,
  messageOf,
  mostAbi,
  type NetworkId,
} from '@linkspan/contract';
import { rpcCodeOf, toLinkspanError } from './error.ts';
import { getOpened, networkInUse, type Opened } from './linkspan.ts';
import { claimInUse } from './summary.ts';
import type { ConnectionView, LinkspanFamily } from './views.ts';

/** EIP-1193: a request and its answer, as the standard writes them. */
export interface EvmProvider {
  /**
   * Rejects with an `EvmProviderError`. A method that the page does not pass on: 4200, without a prompt. `summary` is the
   * application's own words for what it asks, as those of `withSummary`; -32602 if it is no text.
   */
  request(args: {
    readonly method: string;
    readonly params?: unknown;
    readonly summary?: string;
  }): Promise<never>;
  on(event: EvmEvent, listener: (value: never) => void): EvmProvider;
  removeListener(event: EvmEvent, listener: (value: never) => void): EvmProvider;
}

export type EvmEvent = 'accountsChanged' | 'chainChanged' | 'connect' | 'disconnect' | 'message';

/**
 * EIP-1193, "Provider Errors". An error of the shell has its code and context as `data`. The error of a node that was asked to
 * read has the node's own number, message and data, such as those of a revert: libraries decode them. `cause` is the shell's.
 */
export class EvmProviderError extends Error {
  override readonly name = 'ProviderRpcError';
  override readonly cause: LinkspanError;
  readonly code: number;
  readonly data: unknown;

  constructor(cause: LinkspanError) {
    const { code, context, message } = cause;
    const rpcCode = rpcCodeOf(cause);
    // In these words ethers asks for logs where there are no filters.
    const why = rpcCode === 4200 ? `: the method ${field(context, 'method') ?? ''} does not exist` : '';
    const own = { code: rpcCode, message: message + why, data: { code, context } };
    const shown = code === 'network/refused' ? (findNodeError(cause.cause) ?? own) : own;
    super(shown.message);
    this.cause = cause;
    this.code = shown.code;
    this.data = shown.data;
  }
}

/** Deeper than the shell and a remote wrap the error of a node. */
const mostCauses = 5;

/** The error of a node among the causes of the shell's: the first with a number. */
function findNodeError(
  cause: unknown,
  left = mostCauses,
): Pick<EvmProviderError, 'code' | 'message' | 'data'> | undefined {
  const code = field(cause, 'code');
  if (Number.isInteger(code))
    return { code: Number(code), message: messageOf(cause), data: field(cause, 'data') };
  return left === 0 ? undefined : findNodeError(field(cause, 'cause'), left - 1);
}

/** The functions that a page was told of by `describeContracts`, each as JSON. */
const described = new WeakMap<Opened, readonly string[]>();
/** The requests in which a contract is called. */
const callingMethods: readonly string[] = ['eth_sendTransaction', 'wallet_sendCalls'];

/** Solidity, "JSON" of the ABI specification; only functions are read. */
interface AbiItem {
  readonly type: string;
  readonly stateMutability?: string;
  readonly [member: string]: unknown;
}

/**
 * Tells the page the names of functions and arguments of the application's contracts, by an ABI as viem and wagmi have it, or
 * as JSON of the compiler. The page shows a function that it does not know by these names, and says that they are the
 * application's. Later calls add to earlier ones. Throws `input/call` beyond 60,000 characters of JSON altogether, of the
 * functions that a transaction can call.
 */
export function describeContracts(abi: readonly AbiItem[]): void {
  const called = abi.filter(
    ({ type, stateMutability }) => type === 'function' && !/^(view|pure)$/.test(String(stateMutability)),
  );
  const added = called.map((item) => JSON.stringify(item, ['type', 'name', 'inputs', 'components']));
  const page = getOpened();
  const all = [...new Set([...(described.get(page) ?? []), ...added])];
  if (`[${all}]`.length > mostAbi) throw new LinkspanError('input/call', { method: '', place: 'abi' });
  described.set(page, all);
}

const providers = new WeakMap<Opened, EvmProvider>();

/**
 * The provider of the connected Ethereum wallet: one object for the life of the page, also while no wallet is connected. For
 * viem's `custom`, ethers' `BrowserProvider`, and anything else that takes an EIP-1193 provider.
 */
export function getProvider(): EvmProvider {
  const opened = getOpened();
  const known = providers.get(opened) ?? createProvider(opened);
  providers.set(opened, known);
  return known;
}

type Said = Pick<CallRequest, 'method' | 'params' | 'summary'>;

function createProvider(page: Opened): EvmProvider {
  const { linkspan, shell, refresh } = page;
  const family = linkspan.families.find(({ namespace }) => namespace === 'eip155');
  const listeners = new Map<string, Set<(value: never) => void>>();
  const emit = (event: EvmEvent, value: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])])
      try {
        listener(value as never);
      } catch (error) {
        // Its mistake must not keep the others from the event.
        queueMicrotask(() => {
          throw error;
        });
      }
  };
  if (family) followEvents(family, emit);

  async function request({ method, ...said }: Said): Promise<unknown> {
    if (family === undefined) {
      await shell;
      throw new LinkspanError('remote/unknown-family', { family: 'eip155' });
    }
    refresh();
    const connection = family.$connection.get();
    switch (method) {
      case 'eth_accounts':
        return addressesOf(connection);
      case 'eth_chainId':
        return toHex(networkInUse(family));
      case 'net_version':
        return String(toChainId(networkInUse(family)));
      case 'eth_requestAccounts':
        if (connection.status !== 'connected') await linkspan.connect(family.id);
        return addressesOf(family.$connection.get());
      default: {
        const known = callingMethods.includes(method) ? described.get(page) : undefined;
        const abi = known && { abi: known.map((one): unknown => JSON.parse(one)) };
        const call = { method, ...said, ...abi, network: networkInUse(family) };
        const answer = await (await shell).call(family.id, call);
        refresh();
        return answer;
      }
    }
  }

  const provider: EvmProvider = {
    async request(args) {
      try {
        const [method, params, summary] = ['method', 'params', 'summary'].map((name) => field(args, name));
        if (typeof method !== 'string')
          throw new LinkspanError('input/call', { method: '', place: 'method' });
        const claim = summary === undefined ? claimInUse() : { summary: summary as string };
        return (await request({ method, params, ...claim })) as never;
      } catch (error) {
        throw new EvmProviderError(toLinkspanError(error));
      }
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      return provider;
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener);
      return provider;
    },
  };
  return Object.freeze(provider);
}

/** A wallet that is reconnecting after a reload has no accounts for the application yet. */
function addressesOf(connection: ConnectionView): readonly string[] {
  if (connection.status !== 'connected') return [];
  return connection.accounts.map(addressOf);
}

/** As EIP-155 counts it. */
export function toChainId(network: NetworkId): number {
  return Number(network.slice('eip155:'.length));
}

function toHex(network: NetworkId): string {
  return `0x${toChainId(network).toString(16)}`;
}

/** EIP-1193, "Events": each once per change, also where the shell and a library both restore a connection. */
function followEvents(family: LinkspanFamily, emit: (event: EvmEvent, value: unknown) => void): void {
  let accounts = '';
  let network = networkInUse(family);
  let isConnected = false;
  family.$connection.subscribe((connection) => {
    if (connection.status === 'reconnecting') return;
    const addresses = addressesOf(connection);
    const nextNetwork = networkInUse(family);
    const isNew = connection.status === 'connected' && !isConnected;
    const isOver = connection.status === 'disconnected' && isConnected;
    const isOtherNetwork = nextNetwork !== network;
    const isOther = String(addresses) !== accounts;
    [accounts, network] = [String(addresses), nextNetwork];
    if (isNew) isConnected = true;
    if (isOver) isConnected = false;
    if (isNew) emit('connect', { chainId: toHex(network) });
    if (isOtherNetwork) emit('chainChanged', toHex(network));
    if (isOther) emit('accountsChanged', addresses);
    if (isOver)
      emit('disconnect', new EvmProviderError(new LinkspanError('wallet/disconnected', { wallet: '' })));
  });
}
