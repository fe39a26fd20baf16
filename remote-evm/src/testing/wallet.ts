import { evmAccounts } from '@linkspan/practice/accounts';
import { createWalletClient, defineChain, http, numberToHex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { Provider } from '../provider.ts';

type Listener = (fact: unknown) => void;

/** A person's answer to the fake wallet's prompts. */
type Answer = 'approve' | 'reject' | 'none';

/** What a test may turn on; all of it can be changed at any time. */
interface Switches {
  answer: Answer;
  /** Of `eth_requestAccounts`, `personal_sign`, …: the wallet throws this, as it is. */
  errors: Partial<Record<string, unknown>>;
  /** Of these methods: the wallet answers with this instead. */
  answers: Partial<Record<string, unknown>>;
  /** These methods never answer. */
  hangs: string[];
  /** The wallet has been switched off: it answers 4900 and announces itself no more. */
  gone: boolean;
  /** Chains that the wallet knows, by their RPC address. */
  chains: Record<number, string>;
  /** It answers a switch of network, but stays where it is. */
  staysPut: boolean;
  /** It adds a network, and does not switch to it. */
  addsOnly: boolean;
  /** It changes account and network, but tells nobody. */
  isMute: boolean;
  /** How it writes its addresses. */
  spelling: 'lower' | 'upper' | 'checksum';
}

/** A fake EVM wallet: real keys and signatures, EIP-1193 and EIP-6963, and switches for what goes wrong. */
export interface FakeWallet {
  readonly provider: Provider;
  readonly switches: Switches;
  readonly accounts: readonly PrivateKeyAccount[];
  /** Every method that was asked of it, in order. */
  readonly asked: string[];
  /** The parameters of its latest request of each method. */
  readonly params: Map<string, unknown>;
  /** How many listeners it has now. */
  listeners(): number;
  announce(page: EventTarget): void;
  /** Answers the oldest open prompt. */
  decide(answer: 'approve' | 'reject'): Promise<void>;
  selectAccounts(...accounts: readonly PrivateKeyAccount[]): void;
  selectChain(chainId: number): void;
  emit(event: string, fact: unknown): void;
}

export interface FakeWalletOptions {
  readonly rdns?: string;
  readonly uuid?: string;
  readonly name?: string;
  readonly icon?: unknown;
  readonly chains?: Record<number, string>;
  /** Whether the page has its permission already. */
  readonly granted?: boolean;
}

/** A transaction as `eth_sendTransaction` has it. */
interface Asking {
  readonly from: string;
  readonly to?: `0x${string}`;
  readonly value?: string;
  readonly data?: `0x${string}`;
  readonly chainId: string;
}

const accounts = evmAccounts.map(({ privateKey }) => privateKeyToAccount(privateKey));

/** Makes a fake wallet that is on the first of its chains and approves nothing until it is told to. */
export function createWallet(options: FakeWalletOptions = {}): FakeWallet {
  const { rdns = 'org.example.harbour', uuid = crypto.randomUUID(), name = 'Harbour', icon } = options;
  const listeners = new Map<string, Set<Listener>>();
  const asked: string[] = [];
  const latest = new Map<string, unknown>();
  const prompts: ((answer: 'approve' | 'reject') => void)[] = [];
  const opened: (() => void)[] = [];
  const switches: Switches = {
    answer: 'approve',
    errors: {},
    answers: {},
    hangs: [],
    gone: false,
    chains: options.chains ?? { 31337: 'http://127.0.0.1:9', 31338: 'http://127.0.0.1:9' },
    staysPut: false,
    addsOnly: false,
    isMute: false,
    spelling: 'lower',
  };
  let selected: readonly PrivateKeyAccount[] = accounts.slice(0, 2);
  let isGranted = options.granted ?? false;
  let chainId = Number(Object.keys(switches.chains)[0]);

  const spellings = {
    lower: (address: string) => address.toLowerCase(),
    upper: (address: string) => `0x${address.slice(2).toUpperCase()}`,
    checksum: (address: string) => address,
  };
  const shown = () => (isGranted ? selected.map(({ address }) => spellings[switches.spelling](address)) : []);

  function emit(event: string, fact: unknown): void {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(fact);
  }

  function moveTo(next: number): void {
    chainId = next;
    if (!switches.isMute) emit('chainChanged', numberToHex(next));
  }

  async function approve(): Promise<void> {
    const answer =
      switches.answer === 'none'
        ? await new Promise<'approve' | 'reject'>((resolve) => {
            prompts.push(resolve);
            opened.shift()?.();
          })
        : switches.answer;
    if (answer === 'reject') throw failure(4001, 'User rejected the request.');
  }

  async function connect(): Promise<unknown> {
    if (!isGranted) await approve();
    isGranted = true;
    return shown();
  }

  /** EIP-2255: asks also if the page has its permission already. */
  async function requestPermissions(): Promise<unknown> {
    await approve();
    isGranted = true;
    return [{ parentCapability: 'eth_accounts' }];
  }

  async function revoke(): Promise<null> {
    isGranted = false;
    emit('accountsChanged', []);
    return null;
  }

  async function switchTo(
    [asking]: readonly unknown[],
    isKnown: (chainId: number) => boolean,
  ): Promise<null> {
    const next = Number((asking as { chainId: string }).chainId);
    if (!isKnown(next)) throw failure(4902, 'Unrecognized chain ID.');
    await approve();
    if (!switches.staysPut && next !== chainId) moveTo(next);
    return null;
  }

  async function addChain(params: readonly unknown[]): Promise<null> {
    const { chainId: added, rpcUrls } = params[0] as { chainId: string; rpcUrls: readonly string[] };
    await approve();
    switches.chains[Number(added)] = String(rpcUrls[0]);
    if (!switches.staysPut && !switches.addsOnly) moveTo(Number(added));
    return null;
  }

  function find(address: unknown): PrivateKeyAccount {
    const account = accounts.find((one) => one.address.toLowerCase() === String(address).toLowerCase());
    if (account === undefined) throw failure(4100, 'That account is not this site’s.');
    return account;
  }

  async function sign([text, address]: readonly unknown[]): Promise<string> {
    const account = find(address);
    await approve();
    return account.signMessage({ message: { raw: text as `0x${string}` } });
  }

  /** EIP-712. */
  async function signTyped([address, json]: readonly unknown[]): Promise<string> {
    const account = find(address);
    await approve();
    return account.signTypedData(JSON.parse(String(json)));
  }

  async function send([asking]: readonly unknown[]): Promise<string> {
    const transaction = asking as Asking;
    if (Number(transaction.chainId) !== chainId) throw failure(-32602, 'Another chain is selected.');
    const account = find(transaction.from);
    await approve();
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
    const rpcUrls = { default: { http: [] } };
    const chain = defineChain({ id: chainId, name: 'a chain', nativeCurrency, rpcUrls });
    const client = createWalletClient({ account, chain, transport: http(switches.chains[chainId]) });
    try {
      return await client.sendTransaction({
        ...(transaction.to && { to: transaction.to }),
        value: BigInt(transaction.value ?? 0),
        ...(transaction.data ? { data: transaction.data, gas: 200_000n } : { gas: 21_000n }),
      });
    } catch (error) {
      throw failure(-32000, (error as { details?: string }).details ?? String(error));
    }
  }

  const methods: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_requestAccounts: connect,
    eth_accounts: shown,
    eth_chainId: () => numberToHex(chainId),
    wallet_getPermissions: () => (isGranted ? [{ parentCapability: 'eth_accounts' }] : []),
    wallet_requestPermissions: requestPermissions,
    wallet_revokePermissions: revoke,
    wallet_switchEthereumChain: (params) => switchTo(params, (next) => next in switches.chains),
    wallet_addEthereumChain: addChain,
    personal_sign: sign,
    eth_signTypedData_v4: signTyped,
    eth_sendTransaction: send,
  };

  const provider: Provider = {
    async request({ method, params = [] }) {
      asked.push(method);
      latest.set(method, params);
      if (switches.gone) throw failure(4900, 'The wallet is not there any more.');
      if (switches.hangs.includes(method)) return new Promise(() => {});
      const error = switches.errors[method];
      if (error !== undefined) throw error;
      if (method in switches.answers) return switches.answers[method];
      const answer = methods[method];
      if (answer === undefined) throw failure(4200, `${method} is not supported.`);
      return answer(params);
    },
    on: (event, listener) => listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => listeners.get(event)?.delete(listener),
  };

  return {
    provider,
    switches,
    accounts,
    asked,
    params: latest,
    emit,
    listeners: () => [...listeners.values()].reduce((count, { size }) => count + size, 0),
    announce(page) {
      const detail = { info: { uuid, rdns, name, icon }, provider };
      const announce = () => {
        if (!switches.gone) page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
      };
      page.addEventListener('eip6963:requestProvider', announce);
      announce();
    },
    async decide(answer) {
      if (prompts.length === 0) await new Promise<void>((resolve) => opened.push(resolve));
      prompts.shift()?.(answer);
    },
    selectAccounts(...next) {
      selected = next;
      if (!switches.isMute) emit('accountsChanged', shown());
    },
    selectChain: moveTo,
  };
}

function failure(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** A provider that throws at each name but those of EIP-1193. */
export function toStrict(provider: object): object {
  return new Proxy(provider, {
    get(target, name) {
      if (name === 'request' || name === 'on' || name === 'removeListener') return Reflect.get(target, name);
      throw new TypeError(`No ${String(name)}`);
    },
    has: (_, name) => {
      throw new TypeError(`No ${String(name)}`);
    },
  });
}
