import { type DiscoveryPort, field, LinkspanError, type ScopedStorage, toList } from '@linkspan/contract';
import type { Announced } from '@linkspan/kit/discovery';
import { walletReadMs } from '@linkspan/kit/limits';
import { siteOf } from '@linkspan/kit/util';
import { scopeTo } from '@linkspan/kit/wallet-storage';
import { type Hex, hexToString, numberToHex, stringToHex } from 'viem';
import { parseAccounts, parseNetworkId } from '../accounts.ts';
import { type Own, type Provider, toChainId } from '../provider.ts';
import { type AskSafe, Methods, openSafeFrame } from './safe-frame.ts';

type Call = Parameters<Provider['request']>[0];

const wallet = { id: 'safe', name: 'Safe' };

export const ofSafe: Own = { isSafe: true };

/** The Safe that shows the page in a frame, once it has answered; undefined if none does. */
export async function findSafe({
  options,
  storage,
  signal,
}: DiscoveryPort<'eip155'>): Promise<Announced<Provider> | undefined> {
  const ask = openSafeFrame(siteOf(options, wallet.id), signal);
  const info = await (ask && readInfo(ask).catch(() => undefined));
  return ask && info && { ...wallet, provider: createSafe(ask, scopeTo(storage, wallet.id)), own: ofSafe };
}

/** Rejects with `wallet/malformed`, `wallet/timeout`. */
async function readInfo(ask: AskSafe) {
  const info = await ask(Methods.getSafeInfo, undefined, walletReadMs);
  const addresses = parseAccounts([field(info, 'safeAddress')], wallet.name);
  return { addresses, chain: toChainId(parseNetworkId(field(info, 'chainId'), wallet.name)) };
}

/**
 * A Safe as EIP-1193 has it. It reports no change, since the frame around the page does not. A send answers with the hash of
 * the Safe's own transaction. A signature that other owners have yet to give rejects with `wallet/awaits-owners`.
 */
export function createSafe(ask: AskSafe, storage: ScopedStorage): Provider {
  const isConnected = () => storage.get('connected') !== undefined;
  const toPermissions = () => (isConnected() ? [{ parentCapability: 'eth_accounts' }] : []);

  async function connect(): Promise<readonly string[]> {
    const { addresses } = await readInfo(ask);
    storage.set('connected', 'true');
    return addresses;
  }

  async function propose(method: string, calls: readonly unknown[]): Promise<unknown> {
    const txs = calls.map((call) => {
      const [to, value, data = '0x'] = ['to', 'value', 'data'].map((name) => field(call, name));
      // A Safe calls contracts, and creates none.
      if (to === undefined) throw toUnsupported(method);
      return { to, value: String(BigInt(String(value ?? 0))), data };
    });
    return field(await ask(Methods.sendTransactions, { txs }), 'safeTxHash');
  }

  /** One transaction of the Safe for all calls: EIP-5792 with no capability but that. */
  async function sendCalls({ method, params }: Call): Promise<unknown> {
    const calls = toList(field(params?.[0], 'calls')) ?? [];
    const wishes = [params?.[0], ...calls].flatMap((one) =>
      Object.values(Object(field(one, 'capabilities'))),
    );
    if (wishes.some((wish) => field(wish, 'optional') !== true)) throw toUnsupported(method);
    return { id: await propose(method, calls) };
  }

  /** EIP-5792, "Status Codes": what the Safe has executed, its chain tells. */
  async function readStatus({ params }: Call): Promise<unknown> {
    const [id] = params ?? [];
    const found = await ask(Methods.getTxBySafeTxHash, { safeTxHash: id }, walletReadMs);
    const [said, hash] = [field(found, 'txStatus'), field(found, 'txHash')];
    const call = { call: 'eth_getTransactionReceipt', params: [hash] };
    const receipt = typeof hash === 'string' ? await ask(Methods.rpcCall, call, walletReadMs) : undefined;
    const { chain } = await readInfo(ask);
    const about = { version: '2.0.0', id, chainId: numberToHex(chain), atomic: true };
    if (said === 'CANCELLED') return { ...about, status: 400 };
    if (receipt == null || (said !== 'SUCCESS' && said !== 'FAILED')) return { ...about, status: 100 };
    const isDone = said === 'SUCCESS';
    // The transaction that carries a failed execution succeeds.
    const own = { ...Object(receipt), status: isDone ? '0x1' : '0x0' };
    return { ...about, status: isDone ? 200 : 500, receipts: [own] };
  }

  async function readCapabilities({ params }: Call): Promise<unknown> {
    const id = numberToHex((await readInfo(ask)).chain);
    const isAsked = toList(params?.[1])?.includes(id) ?? true;
    return isAsked ? { [id]: { atomic: { status: 'supported' } } } : {};
  }

  /** Safe answers with the signature, or with a hash by which the owners find the message. */
  async function sign(method: Methods, params: unknown): Promise<string> {
    const answer = await ask(method, params);
    const [signature, hash, transaction] = ['signature', 'messageHash', 'safeTxHash'].map((name) =>
      field(answer, name),
    );
    const known = signature ?? (hash && (await readSignature(hash)));
    if (typeof known === 'string' && known.length > 2) return known;
    if (!(hash ?? transaction))
      throw new LinkspanError('wallet/malformed', { wallet: wallet.name, place: 'signature' });
    const info = await ask(Methods.getSafeInfo, undefined, walletReadMs).catch(() => undefined);
    if (field(info, 'threshold') !== 1)
      throw new LinkspanError('wallet/awaits-owners', { wallet: wallet.name });
    throw new LinkspanError('wallet/timeout', { wallet: wallet.name });
  }

  /** Safe signs texts alone. */
  async function signMessage({ method, params }: Call): Promise<string> {
    const raw = params?.[0] as Hex;
    const message = hexToString(raw);
    if (stringToHex(message) !== raw.toLowerCase()) throw toUnsupported(method);
    return sign(Methods.signMessage, { message });
  }

  const readSignature = (hash: unknown) =>
    ask(Methods.getOffChainSignature, hash, walletReadMs).catch(() => undefined);

  const methods: Readonly<Record<string, (call: Call) => unknown>> = {
    eth_requestAccounts: connect,
    eth_accounts: async () => (isConnected() ? (await readInfo(ask)).addresses : []),
    eth_chainId: async () => numberToHex((await readInfo(ask)).chain),
    wallet_requestPermissions: () => connect().then(toPermissions),
    wallet_getPermissions: toPermissions,
    wallet_revokePermissions: () => {
      storage.remove('connected');
      return null;
    },
    eth_sendTransaction: ({ method, params }) => propose(method, [params?.[0]]),
    wallet_sendCalls: sendCalls,
    wallet_getCallsStatus: readStatus,
    wallet_getCapabilities: readCapabilities,
    personal_sign: signMessage,
    eth_signTypedData_v4: ({ params }) =>
      sign(Methods.signTypedMessage, { typedData: JSON.parse(String(params?.[1])) }),
  };

  return {
    async request(call) {
      const answer = methods[call.method];
      if (answer === undefined) throw toUnsupported(call.method);
      return answer(call);
    },
  };
}

/** EIP-1193's number: nobody was asked, so that a send has certainly not left. */
function toUnsupported(method: string): Error {
  return Object.assign(new Error(`A Safe does not support this request of ${method}`), { code: 4200 });
}
