import { type NearWallet, parseInjected } from './provider.ts';

/** The wallets that have announced themselves. */
export interface Announced {
  find(id: string): NearWallet | undefined;
  /** Resolves once the wallet is here. */
  arrival(id: string): Promise<NearWallet>;
}

/**
 * Hears wallets by the injected protocol: the page dispatches `near-selector-ready`, and each wallet answers with
 * `near-wallet-injected` and itself as the detail. Of two wallets of one id the first stays.
 * Calls `onChange` at least once before it returns.
 */
export function hearWallets(
  page: EventTarget,
  signal: AbortSignal,
  onChange: (wallets: readonly NearWallet[]) => void,
): Announced {
  const wallets = new Map<string, NearWallet>();
  const waiting = new Map<(wallet: NearWallet) => void, string>();
  let prompt = new Set<string>();
  let answering = new Set<string>();

  function hear(event: Event): void {
    const wallet = parse((event as CustomEvent<unknown>).detail);
    if (wallet === undefined) return;
    const { id } = wallet.ref;
    answering.add(id);
    if (wallets.has(id)) return;
    wallets.set(id, wallet);
    for (const [resolve, wanted] of waiting) if (wanted === id && waiting.delete(resolve)) resolve(wallet);
    onChange([...wallets.values()]);
  }

  /** No wallet says that it goes: one that used to answer within the call and no longer does is gone. */
  function ask(): void {
    answering = new Set();
    page.dispatchEvent(new Event('near-selector-ready'));
    for (const id of prompt) if (!answering.has(id) && wallets.delete(id)) onChange([...wallets.values()]);
    prompt = answering;
    answering = new Set();
  }

  page.addEventListener('near-wallet-injected', hear, { signal });
  page.addEventListener('focus', ask, { signal });
  ask();
  if (wallets.size === 0) onChange([]);
  return {
    find: (id) => wallets.get(id),
    arrival: async (id) => wallets.get(id) ?? new Promise((resolve) => waiting.set(resolve, id)),
  };
}

/** What does not have the protocol's form is no wallet. */
function parse(detail: unknown): NearWallet | undefined {
  try {
    return parseInjected(detail);
  } catch {
    return undefined;
  }
}
