import { isProvider, type Provider } from './provider.ts';

/** A wallet as EIP-6963 announces it. `rdns` and `name` are claims, not proofs. */
export interface Announced {
  /** The rdns; `rdns#uuid` for a second wallet of the same rdns. */
  readonly id: string;
  readonly rdns: string;
  readonly uuid: string;
  readonly name: string;
  readonly icon?: string;
  readonly provider: Provider;
}

/** The wallets that are here now. */
export interface Announcements {
  list(): readonly Announced[];
  find(id: string): Announced | undefined;
  /** Settles once the wallet is here; never, where the signal aborts first. */
  whenHere(id: string, signal: AbortSignal): Promise<Announced>;
}

const mostWallets = 100;
const mostId = 100;
const iconForm = /^data:image\/[a-z+.-]+[;,]/;
const mostIcon = 200_000;

/**
 * Hears the wallets of a page until the signal aborts, and asks for them again when the page gets the focus.
 * EIP-6963 knows no withdrawal: a wallet is gone when it neither announces itself again nor answers.
 */
export function hearAnnounced(
  page: EventTarget,
  signal: AbortSignal,
  changed: (here: readonly Announced[]) => void,
): Announcements {
  let here: readonly Announced[] = [];
  const heard = new Set<Provider>();
  const waiting = new Set<() => void>();

  function replace(next: readonly Announced[]): void {
    here = next;
    changed(here);
    for (const look of [...waiting]) look();
  }

  function hear(event: Event): void {
    const found = parseAnnounced((event as CustomEvent<unknown>).detail);
    if (found === undefined) return;
    heard.add(found.provider);
    const isKnown = here.some(({ uuid, provider }) => uuid === found.uuid || provider === found.provider);
    if (isKnown || here.length === mostWallets) return;
    found.provider.on?.('disconnect', refresh);
    const isSecond = here.some(({ rdns }) => rdns === found.rdns);
    replace([
      ...here,
      { ...found, id: isSecond ? `${found.rdns}#${found.uuid}`.slice(0, mostId) : found.rdns },
    ]);
  }

  function refresh(): void {
    if (signal.aborted) return;
    heard.clear();
    page.dispatchEvent(new Event('eip6963:requestProvider'));
    for (const wallet of here) if (!heard.has(wallet.provider)) void dropIfGone(wallet);
  }

  async function dropIfGone(wallet: Announced): Promise<void> {
    try {
      await wallet.provider.request({ method: 'eth_chainId' });
    } catch {
      if (signal.aborted || heard.has(wallet.provider)) return;
      wallet.provider.removeListener?.('disconnect', refresh);
      replace(here.filter((other) => other !== wallet));
    }
  }

  page.addEventListener('eip6963:announceProvider', hear, { signal });
  page.addEventListener('focus', refresh, { signal });
  signal.addEventListener(
    'abort',
    () => {
      for (const { provider } of here) provider.removeListener?.('disconnect', refresh);
    },
    { once: true },
  );
  refresh();

  const find = (id: string) => here.find((wallet) => wallet.id === id);
  return {
    list: () => here,
    find,
    whenHere: (id, until) =>
      new Promise((resolve) => {
        const look = () => {
          const found = find(id);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        until.addEventListener('abort', () => waiting.delete(look), { once: true });
        waiting.add(look);
        look();
      }),
  };
}

function parseAnnounced(detail: unknown): Omit<Announced, 'id'> | undefined {
  const { info, provider } = toRecord(detail);
  const { uuid, rdns, name, icon } = toRecord(info);
  if (!isProvider(provider) || !isShort(uuid, 100) || !isShort(rdns, 60) || !isShort(name, 100))
    return undefined;
  const isIcon = typeof icon === 'string' && icon.length <= mostIcon && iconForm.test(icon);
  return { uuid, rdns, name, provider, ...(isIcon ? { icon } : {}) };
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function isShort(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= most;
}
