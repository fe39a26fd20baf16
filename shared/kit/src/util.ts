import { field, toList, tryTo } from '@linkspan/contract';

export { tryTo };

/**
 * Fields of a JSON object that was written earlier, maybe by another release: texts, and whole numbers from zero on.
 * Anything else is undefined, and all are if the text cannot be read.
 */
export function readFields(
  text: string | undefined,
  names: readonly string[],
): readonly (string | number | undefined)[] {
  const given = tryTo<unknown>(() => JSON.parse(text ?? ''));
  return names.map((name) => {
    const value = field(given, name);
    const isCount = Number.isSafeInteger(value) && Number(value) >= 0;
    return isCount || typeof value === 'string' ? (value as string | number) : undefined;
  });
}

type Listeners = Readonly<Record<string, (fact: unknown) => void>>;

/**
 * Listens to events of a wallet until the signal aborts: by `on` and `removeListener` (EIP-1193), or by `on` alone if that
 * returns a function to unsubscribe (Wallet Standard, `standard:events`). Returns false if a wallet has no `on`, or throws
 * in it. Cannot throw.
 */
export function listen(source: unknown, listeners: Listeners, signal: AbortSignal): boolean {
  const taken = Object.entries(listeners).map(([event, listener]) => {
    const handle = (fact: unknown) => void (signal.aborted || listener(fact));
    const { isDone, answer } = call(source, 'on', event, handle);
    const stop = () => {
      call(source, 'removeListener', event, handle);
      call({ answer }, 'answer');
    };
    signal.addEventListener('abort', stop, { once: true });
    return isDone;
  });
  return !taken.includes(false);
}

function call(target: unknown, name: string, ...given: unknown[]): { isDone: boolean; answer?: unknown } {
  const method = field(target, name);
  if (typeof method !== 'function') return { isDone: false };
  try {
    return { isDone: true, answer: Reflect.apply(method, target, given) };
  } catch {
    return { isDone: false };
  }
}

/** The address that the configuration gives a wallet's site, by the option `walletSites`. */
export function siteOf(options: unknown, walletId: string): string | undefined {
  const site = toList(field(options, 'walletSites'))?.find((one) => field(one, 'id') === walletId);
  const url = field(site, 'url');
  return typeof url === 'string' ? url : undefined;
}
