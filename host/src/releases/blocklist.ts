import { Malformed, type ScopedStorage } from '@linkspan/contract';
import { type Blocklist, blocklistName, mostBlocklistBytes, parseBlocklist } from '@linkspan/trust';
import { runWithin } from '../async.ts';
import { blocklistMs, blocklistSharedMs } from '../limits.ts';
import { type Fetch, readAtMost, toBytes, toText, toUnreachable } from './fetch-document.ts';

/** Dependencies of the block list. */
export interface BlocklistDependencies {
  /** The list that the deploy wrote into the page. */
  readonly baked: Blocklist;
  /** One key of it is used. */
  readonly storage: ScopedStorage;
  readonly fetch: Fetch;
  now(): number;
}

const key = 'blocklist';

/**
 * Returns the host team's list at each call: the file on the page's origin, or if that is missing, late, malformed or
 * older, the last one seen, else the one in the page.
 */
export function openBlocklist(dependencies: BlocklistDependencies): () => Promise<Blocklist> {
  const { storage, fetch, now } = dependencies;
  let last = dependencies.baked;
  let asked: { readonly at: number; readonly ended: Promise<void> } | undefined;

  function see(text: string | undefined): boolean {
    const found = text === undefined ? undefined : parseBlocklist(toBytes(text));
    if (found === undefined || found instanceof Malformed || found.version < last.version) return false;
    last = found;
    return true;
  }

  async function refresh(signal: AbortSignal): Promise<void> {
    const response = await fetch(`/${blocklistName}`, { cache: 'no-store', signal });
    if (!response.ok) return;
    const text = toText(await readAtMost(response, mostBlocklistBytes));
    if (!signal.aborted && see(text)) storage.set(key, text);
  }

  return async () => {
    const at = now();
    // Another tab may have seen a newer one.
    see(storage.get(key));
    if (asked === undefined || Math.abs(at - asked.at) >= blocklistSharedMs) {
      const ended = runWithin(blocklistMs, refresh, () => toUnreachable('host')).catch(() => undefined);
      asked = { at, ended };
    }
    await asked.ended;
    return last;
  };
}
