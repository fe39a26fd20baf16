import type { Answer, ApprovalRequest, Ask } from '../approval.ts';
import { createWallets, type PracticeWallet } from '../create-wallets.ts';
import { type FamilyNetworks, parseNetworks } from '../options.ts';
import type { Platform } from '../platform.ts';
import type { WalletId } from '../wallet-id.ts';
import { createMemoryStorage } from './memory-storage.ts';

/** Networks that nobody listens on, two a family. */
export const testNetworks = parseNetworks(
  {
    evm: [toNetwork('eip155:31337', 'ETH', 18), toNetwork('eip155:31338', 'ETH', 18)],
    solana: [toNetwork('solana:first', 'SOL', 9), toNetwork('solana:second', 'SOL', 9)],
    near: [toNetwork('near:practice', 'NEAR', 24), toNetwork('near:practice-two', 'NEAR', 24)],
  },
  'networks',
) as Required<FamilyNetworks>;

/** A page with practice wallets, whose person and whose chain a test plays. */
export interface TestPage {
  readonly platform: Platform;
  /** Every request that was shown, oldest first. */
  readonly shown: readonly ApprovalRequest[];
  /** Every call that reached a chain, as `method`. */
  readonly called: readonly string[];
  wallet(id: WalletId): PracticeWallet;
}

/** What a test plays. */
export interface TestPlay {
  /** Decides on a request; approves what is picked at first if it is not given. */
  readonly decide?: (request: ApprovalRequest, signal?: AbortSignal) => Answer | Promise<Answer>;
  /** The chain's results by method; a method without one is answered by an error. */
  readonly results?: Readonly<Record<string, unknown>>;
  readonly storage?: Platform['storage'];
  readonly wait?: Platform['wait'];
}

/** Opens a page with practice wallets that a test plays with. Nothing is announced yet. */
export function openTestPage({ decide = approvePicked, results = {}, ...play }: TestPlay = {}): TestPage {
  const shown: ApprovalRequest[] = [];
  const called: string[] = [];
  const platform: Platform = {
    page: new EventTarget(),
    origin: 'https://ferry.example',
    host: 'ferry.example',
    storage: play.storage ?? createMemoryStorage(),
    now: () => Date.parse('2026-11-20T12:00:00Z'),
    wait: play.wait ?? (async () => {}),
    createUuid: () => '350670db-19fa-4704-a166-e52e178b59d2',
    fetch: async (_address, { body }) => {
      const { method } = JSON.parse(String(body));
      called.push(method);
      if (!Object.hasOwn(results, method)) {
        return Response.json({ error: { code: -32601, message: `No ${method} here`, data: 'why' } });
      }
      return Response.json({ result: results[method] });
    },
  };
  const ask: Ask = async (request, signal) => {
    shown.push(request);
    return decide(request, signal);
  };
  const wallets = createWallets({ networks: testNetworks, platform, ask });
  return { platform, shown, called, wallet: (id) => find(wallets, id) };
}

/** Approves a request with the account that is picked at first. */
function approvePicked({ choice }: ApprovalRequest): Answer {
  return { kind: 'approved', accounts: choice ? [choice.picked] : [] };
}

function find(wallets: readonly PracticeWallet[], id: WalletId): PracticeWallet {
  const wallet = wallets.find(({ core }) => core.id === id);
  if (!wallet) throw new Error(`There is no wallet ${id}.`);
  return wallet;
}

function toNetwork(id: string, symbol: string, decimals: number) {
  return { id, title: `Test network ${id}`, rpc: ['http://127.0.0.1:1'], symbol, decimals };
}
