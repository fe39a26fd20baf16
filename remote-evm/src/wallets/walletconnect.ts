import { field, toList } from '@linkspan/contract';
import { tryTo } from '@linkspan/kit/util';
import { createSession, type Granted, toRpcError } from '@linkspan/kit/walletconnect';
import { createLoad, type PairedWallet, type WalletParts } from '@linkspan/kit/walletconnect/load';
import { numberToHex } from 'viem';
import { parseNetworkId } from '../accounts.ts';
import { type Own, type Provider, toChainId } from '../provider.ts';

type Call = Parameters<Provider['request']>[0];
type Listener = (fact: unknown) => void;

/** Passed on if the wallet has approved them. */
const passed = [
  'eth_sendTransaction',
  'personal_sign',
  'eth_signTypedData_v4',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
  'wallet_showCallsStatus',
  'wallet_getCapabilities',
  'wallet_watchAsset',
];
const methodsAsked = [...passed, 'wallet_switchEthereumChain', 'wallet_addEthereumChain'];

/** An account that a wallet has approved. */
interface Account {
  readonly chain: number;
  readonly address: string;
}

function parseAccount(text: string): Account | undefined {
  const [, chain, address] = /^eip155:([1-9]\d{0,15}):(0x[0-9a-f]{40})$/i.exec(text) ?? [];
  return address === undefined ? undefined : { chain: Number(chain), address };
}

/** Loads WalletConnect: see `createLoad`. */
export const openWalletConnect = createLoad(createWalletConnect);

/**
 * A wallet on a second device as EIP-1193 has it, over one session of WalletConnect: `eth_requestAccounts` asks for it by a
 * pairing, and nothing else does. A stored session is resumed.
 */
export function createWalletConnect(parts: WalletParts<'eip155'>): PairedWallet<'eip155', Provider> {
  const { storage, wallet, networks } = parts;
  const listeners = new Map<string, Set<Listener>>();
  /** The address that is in use at the wallet, if it has said so. */
  let inUse = '';
  /** The chain that this page or the wallet has chosen: another tab may choose another one. */
  let chosen = Number(storage.get('chain'));
  const chains = networks.map(({ id }) => id);
  const session = createSession<'eip155', Account>(
    parts,
    {
      namespace: 'eip155',
      asked: { chains, methods: methodsAsked, events: ['accountsChanged', 'chainChanged'] },
      parseAccount,
      onBegin: (network) => choose(toChainId(network)),
      forget() {
        inUse = '';
        chosen = Number.NaN;
        storage.remove('chain');
      },
      update,
      onEnd: () => emit('disconnect', toRpcError(4900, 'The session has ended')),
    },
    networks[0].id,
  );

  const readGranted = () => session.granted()?.accounts ?? [];
  /** In the wallet's order, none without a session. */
  const readChains = () => readGranted().map(({ chain }) => chain);
  const isApproved = (chain: number) => readChains().includes(chain);

  /** A later page begins on it, too. */
  function choose(chain: number): void {
    chosen = chain;
    storage.set('chain', String(chain));
  }

  /** The chain that was chosen, if the wallet approves it; else one of the page's; else any. */
  function readChain(): number {
    const wanted = [chosen, ...networks.map(({ id }) => toChainId(id))];
    return wanted.find(isApproved) ?? readChains()[0] ?? toChainId(networks[0].id);
  }

  function readAccounts(): readonly string[] {
    const own = readGranted().filter(({ chain }) => chain === readChain());
    const isInUse = (address: string) => Number(address.toLowerCase() === inUse);
    return [...new Set(own.map(({ address }) => address))].sort((a, b) => isInUse(b) - isInUse(a));
  }

  function emit(event: string, fact: unknown): void {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(fact);
  }

  /** Emits the events for whatever changed. A session without accounts has no chain either. */
  function update(change: () => void): void {
    const [chain, accounts] = [readChain(), String(readAccounts())];
    change();
    if (session.granted() && readChain() !== chain) emit('chainChanged', numberToHex(readChain()));
    if (String(readAccounts()) !== accounts) emit('accountsChanged', readAccounts());
  }

  async function connect(): Promise<readonly string[]> {
    await session.connect();
    return readAccounts();
  }

  async function revoke(): Promise<null> {
    await session.end();
    return null;
  }

  const idInUse = () => `eip155:${readChain()}` as const;
  const grants = (method: string) => session.granted()?.methodsOn(idInUse()).includes(method) === true;

  /** Asks on the chain that is in use. */
  const ask = ({ method, params = [] }: Call) => session.request(idInUse(), method, params);

  /** Asks on the chain that the request names: wallets follow the session's, whatever the parameters say. */
  async function askOnItsChain({ method, params = [] }: Call): Promise<unknown> {
    const chain = parseNetworkId(field(params[0], 'chainId') ?? readChain(), wallet);
    if (session.granted() && !isApproved(toChainId(chain))) throw toUnapproved(chain);
    return session.request(chain, method, params);
  }

  /** Each request names its chain, so that a wallet is asked only about one that it has not approved. */
  async function switchTo(call: Call): Promise<null> {
    const id = parseNetworkId(field(call.params?.[0], 'chainId'), wallet);
    const chain = toChainId(id);
    if (!isApproved(chain)) {
      if (!grants(call.method)) throw toUnapproved(id);
      await ask(call);
    }
    update(() => choose(chain));
    return null;
  }

  /** What the session says (CAIP-25, with the names of EIP-5792); else the wallet is asked. */
  async function readCapabilities(call: Call): Promise<unknown> {
    const [address, asked] = call.params ?? [];
    const granted = [...new Set(readChains())].map((chain) => numberToHex(chain));
    const said = granted.flatMap((id) => {
      if (toList(asked)?.includes(id) === false) return [];
      const found = capabilitiesOf(session.granted()?.properties, Number(id), String(address));
      return found ? [[id, found] as const] : [];
    });
    return said.length > 0 ? Object.fromEntries(said) : ask(call);
  }

  const methods: Readonly<Record<string, (call: Call) => unknown>> = {
    eth_requestAccounts: connect,
    eth_accounts: readAccounts,
    eth_chainId: () => numberToHex(readChain()),
    wallet_getPermissions: () => (session.granted() ? [{ parentCapability: 'eth_accounts' }] : []),
    wallet_revokePermissions: revoke,
    wallet_switchEthereumChain: switchTo,
    wallet_addEthereumChain: switchTo,
    ...Object.fromEntries(passed.map((method) => [method, ask])),
    eth_sendTransaction: askOnItsChain,
    wallet_sendCalls: askOnItsChain,
    wallet_getCapabilities: readCapabilities,
  };

  function onEvent(fact: unknown): void {
    const event = field(field(fact, 'params'), 'event');
    const [name, data] = [field(event, 'name'), field(event, 'data')];
    // Some wallets write chains and accounts as CAIP-2 and CAIP-10 do.
    const last = (value: unknown) => (typeof value === 'object' ? '' : String(value)).split(':').at(-1) ?? '';
    if (name === 'chainChanged' && isApproved(Number(last(data)))) choose(Number(last(data)));
    if (name === 'accountsChanged') inUse = last(toList(data)?.[0]).toLowerCase();
  }

  session.on('session_event', (fact) => update(() => onEvent(fact)));

  const provider: Provider = {
    async request(call) {
      const answer = methods[call.method];
      if (answer === undefined) throw toRpcError(4200, `${call.method} is not supported`);
      return answer(call);
    },
    on: (event, listener) => listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => listeners.get(event)?.delete(listener),
  };
  const own: Own = { proof: session.proof, grants, appUrl: () => session.granted()?.appUrl };
  return { loaded: { provider, own }, begin: session.begin };
}

function toUnapproved(chain: string): Error {
  return toRpcError(4902, `${chain} is not approved`);
}

/** The capabilities of WalletConnect's library; a wallet may write one as JSON. */
const capabilityNames = ['atomic', 'flow-control', 'paymasterService', 'sessionKeys', 'auxiliaryFunds'];

/**
 * What a session says of an account on a chain: of the whole session, then of the chain, or of the account on it. Undefined
 * if it says nothing.
 */
function capabilitiesOf(
  properties: Granted<Account>['properties'] | undefined,
  chain: number,
  address: string,
): object | undefined {
  const scoped = Object(field(properties?.scoped, `eip155:${chain}`));
  const wanted = `eip155:${chain}:${address}`.toLowerCase();
  const own = Object.keys(scoped).find((key) => key.toLowerCase() === wanted);
  const layers = [properties?.session, own === undefined ? scoped : field(scoped, own)];
  const found = capabilityNames.flatMap((name) => {
    const said = layers.map((layer) => field(layer, name)).findLast((one) => one !== undefined);
    return said === undefined ? [] : [[name, parseCapability(said)]];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

function parseCapability(said: unknown): unknown {
  return typeof said === 'string' ? (tryTo(() => JSON.parse(said) as unknown) ?? said) : said;
}
