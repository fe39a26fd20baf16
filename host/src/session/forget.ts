import type { FamilyId, Handle, View } from '@linkspan/contract';
import { withDeadline } from '../async.ts';
import { forgetWalletMs } from '../limits.ts';
import { storagePrefix } from '../storage.ts';
import type { Attempts } from './attempts.ts';

/** Set for a moment by the tab in which the person asks to be forgotten: the others hear of it. */
export const forgetKey = `${storagePrefix}forget`;

/** Dependencies of clearing the page's data. */
export interface ForgetDependencies {
  readonly view: View;
  readonly attempts: Pick<Attempts, 'cancel' | 'giveUp'>;
  mounted(family: FamilyId): Promise<Pick<Handle, 'disconnect'>>;
  /** Ends a connection without asking its wallet. */
  end(family: FamilyId): void;
  /** From now on nothing is remembered of this page. */
  stopKeeping(): void;
  readonly window: Pick<Window, 'addEventListener' | 'localStorage' | 'sessionStorage'>;
  reload(): void;
  newId(): string;
}

/** The page's forgetting. */
export interface Forget {
  /** In this tab, by the person: the wallets too give their permission back, where they answer in time. */
  begin(): Promise<void>;
  /** In the other tabs, which ask no wallet. */
  follow(): void;
}

/**
 * Disconnects all wallets, clears all that the shell keeps in this browser (remotes' own, copies, sends and marks too),
 * and loads the page again. Nothing else of the origin is touched.
 */
export function createForget(needs: ForgetDependencies): Forget {
  const { view, attempts, window } = needs;

  async function disconnect(family: FamilyId): Promise<void> {
    attempts.cancel(family);
    attempts.giveUp(family);
    if (view.family(family).connection.get().status !== 'connected') return;
    const leaving = needs.mounted(family).then((handle) => handle.disconnect());
    await withDeadline(leaving, forgetWalletMs, () => new Error('The wallet does not let go in time'));
  }

  function clear(): void {
    clearStorage(() => window.localStorage);
    clearStorage(() => window.sessionStorage);
  }

  function leave(): void {
    needs.stopKeeping();
    for (const family of view.families)
      if (view.family(family).connection.get().status === 'connected') needs.end(family);
    clear();
    // What is still under way here may write once more before the page is gone.
    window.addEventListener('pagehide', clear, { once: true });
    needs.reload();
  }

  function tellOthers(): boolean {
    try {
      window.localStorage.setItem(forgetKey, needs.newId());
      return true;
    } catch {
      return false;
    }
  }

  return {
    async begin() {
      await Promise.allSettled(view.families.map(disconnect));
      const isTold = tellOthers();
      clear();
      // There is room now, unless the storage is blocked: then other tabs have nothing of this one either.
      if (!isTold) tellOthers();
      leave();
    },
    follow: leave,
  };
}

/** What everything that the shell stores begins with, whatever its form. */
const own = 'linkspan:';

/** Takes all that the shell keeps out of a storage, and nothing else of the origin. A storage that is blocked has nothing. */
function clearStorage(reach: () => Storage): void {
  try {
    const storage = reach();
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    for (const key of keys) if (key.startsWith(own)) storage.removeItem(key);
  } catch {
    // Blocked.
  }
}
