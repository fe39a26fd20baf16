import { once } from 'node:events';
import { solanaAccounts } from '@linkspan/practice/accounts';
import { WalletKit, type WalletKitTypes } from '@reown/walletkit';
import { base58 } from '@scure/base';
import { Core } from '@walletconnect/core';
import nacl from 'tweetnacl';
import { answerEvm } from '../evm-wallets/answer-evm.ts';
import { evm } from '../page/families.ts';

/** What a person on the phone does with what it is asked. */
type Does = 'approve' | 'refuse';

/** A stand-in for a wallet's app on a phone, by the library that such apps are made with. */
export interface Phone extends AsyncDisposable {
  /** What becomes of the next proposals and requests. */
  does: Does;
  /** Of the chains that are proposed, it has only the first, until it is asked to add another one. */
  hasOneChain: boolean;
  /** Called with each request before the person sees it. */
  hearRequest(topic: string, id: number): void;
  /** Scans the code of a pairing, and answers what is proposed by it. */
  scan(uri: string): Promise<void>;
  /** The topics of its sessions. */
  sessions(): readonly string[];
  /** Resolves once there are so many sessions. */
  whenSessions(count: number): Promise<void>;
  /** Ends a session. */
  end(topic: string): Promise<void>;
}

const ignore = () => undefined;
const silent = {
  ...{ fatal: ignore, error: ignore, warn: ignore, info: ignore, debug: ignore, trace: ignore },
  child: () => silent,
};

const reason = { code: 5000, message: 'User rejected.' };

/** Opens a phone at a relay. It signs by the first practice account of each family, and sends to the practice chain. */
export async function openPhone(relay: string): Promise<Phone> {
  const evmAddress = evm.accounts.Harbour;
  const core = new Core({
    ...{ projectId: 'practice', relayUrl: relay, logger: silent as never, telemetryEnabled: false },
    storageOptions: { database: ':memory:' },
    customStoragePrefix: crypto.randomUUID(),
  });
  // Else it asks hosts of WalletConnect beside the relay.
  Object.assign(core.verify, { isDevEnv: true });
  Object.assign(core.eventClient, { init: async () => undefined });
  const metadata = { name: 'Practice phone', description: '', url: 'https://phone.example', icons: [] };
  const kit = await WalletKit.init({ core: core as WalletKitTypes.Options['core'], metadata });
  const changed = new EventTarget();
  const tell = () => changed.dispatchEvent(new Event('change'));

  const phone: Phone = {
    ...{ does: 'approve', hasOneChain: false, hearRequest: ignore },
    async scan(uri) {
      const proposal = new Promise<void>((resolve, reject) => {
        kit.once('session_proposal', (proposed) => {
          answerProposal(proposed).then(resolve, reject);
        });
      });
      await kit.pair({ uri });
      await proposal;
    },
    sessions: () => Object.keys(kit.getActiveSessions()),
    async whenSessions(count) {
      while (phone.sessions().length !== count) await once(changed, 'change');
    },
    async end(topic) {
      await kit.disconnectSession({ topic, reason: { code: 6000, message: 'User disconnected.' } });
      tell();
    },
    async [Symbol.asyncDispose]() {
      core.heartbeat.stop();
      await core.relayer.transportClose();
    },
  };

  async function answerProposal({ id, params }: WalletKitTypes.SessionProposal): Promise<void> {
    if (phone.does === 'refuse') return kit.rejectSession({ id, reason });
    const entries = Object.entries(params.optionalNamespaces).map(([family, asked]) => {
      const { methods, events } = asked;
      const chains = (asked.chains ?? []).slice(0, phone.hasOneChain ? 1 : undefined);
      const address = family === 'eip155' ? evmAddress : solanaSigner.address;
      // As most wallets of Solana do: the page submits what they sign.
      const granted = methods.filter((method) => method !== 'solana_signAndSendTransaction');
      const accounts = chains.map((chain) => `${chain}:${address}`);
      return [family, { accounts, chains, methods: granted, events }];
    });
    await kit.approveSession({ id, namespaces: Object.fromEntries(entries) });
    tell();
  }

  async function answerRequest({ topic, id, params }: WalletKitTypes.SessionRequest): Promise<void> {
    phone.hearRequest(topic, id);
    const { method, params: given } = params.request;
    const result = phone.does === 'approve' ? await carryOut(method, given) : undefined;
    const error =
      method === 'wallet_switchEthereumChain' ? { code: 4902, message: 'Unrecognized chain' } : reason;
    const body = result === undefined ? { error } : { result };
    await kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...body } });
    // As late as any wallet does. Its library loses an acknowledgement that comes at once, so none is awaited.
    if (method === 'wallet_addEthereumChain' && phone.does === 'approve') await addChain(topic, given);
  }

  async function addChain(topic: string, asked: unknown): Promise<void> {
    const { eip155 } = kit.getActiveSessions()[topic]?.namespaces ?? {};
    const [{ chainId = '' } = {}] = asked as readonly { readonly chainId?: string }[];
    const chain = `eip155:${Number(chainId)}`;
    const chains = [...(eip155?.chains ?? []), chain];
    const accounts = [...(eip155?.accounts ?? []), `${chain}:${evmAddress}`];
    const namespaces = { eip155: { methods: [], events: [], ...eip155, chains, accounts } };
    await kit.updateSession({ topic, namespaces });
  }

  /** Undefined for what the phone does not know. */
  async function carryOut(method: string, asked: unknown): Promise<unknown> {
    if (method.startsWith('solana_')) return signForSolana(method, asked as SolanaAsked);
    const known = ['wallet_addEthereumChain', 'personal_sign', 'eth_sendTransaction'];
    return known.includes(method)
      ? answerEvm({ method, params: asked as readonly unknown[] }, {})
      : undefined;
  }

  kit.on('session_request', (asked) => void answerRequest(asked));
  kit.on('session_delete', tell);
  return phone;
}

const solanaSigner = solanaAccounts[0] as (typeof solanaAccounts)[number];

/** What WalletConnect's methods of Solana bring: a text in base58, or a whole transaction in base64. */
interface SolanaAsked {
  readonly message?: string;
  readonly transaction?: string;
}

function signForSolana(method: string, { message = '', transaction = '' }: SolanaAsked): unknown {
  const { secretKey } = nacl.sign.keyPair.fromSeed(solanaSigner.seed);
  const sign = (bytes: Uint8Array) => nacl.sign.detached(bytes, secretKey);
  if (method === 'solana_signMessage') return { signature: base58.encode(sign(base58.decode(message))) };
  if (method !== 'solana_signTransaction') return undefined;
  const bytes = new Uint8Array(Buffer.from(transaction, 'base64'));
  // One signature, of the account that pays: its count, its place, and then what is signed.
  const signature = sign(bytes.subarray(65));
  bytes.set(signature, 1);
  return { signature: base58.encode(signature), transaction: Buffer.from(bytes).toString('base64') };
}
