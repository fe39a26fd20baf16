import type { FamilyId, Handle, View } from '@linkspan/contract';
import { withDeadline } from '../async.ts';
import { forgetWalletMs } from '../limits.ts';
import { orUndefined, storagePrefix } from '../storage.ts';
import type { Attempts } from './attempts.ts';
import type { SilentReads } from './restore.ts';

/** Set for a moment by the tab in which the person clears the data, for the other tabs. */
export const forgetKey = `${storagePrefix}forget`;

/** Dependencies of clearing the page's data. */
export interface ForgetDependencies {
  readonly view: View;
  readonly attempts: Pick<Attempts, 'cancel'>;
  readonly reads: Pick<SilentReads, 'abandon'>;
  mounted(family: FamilyId): Promise<Pick<Handle, 'disconnect'>>;
  /** Ends a connection without asking its wallet. */
  end(family: FamilyId): void;
  /** From now on nothing is remembered of this page. */
  stopPersisting(): void;
  readonly window: Pick<Window, 'addEventListener' | 'localStorage' | 'sessionStorage'>;
  reload(): void;
  newId(): string;
}

/** Clears the page's data. */
export interface Forget {
  /** In this tab, by the person: the wallets are asked to give their permission back, if they answer in time. */
  begin(): Promise<void>;
  /** In the other tabs, which ask no wallet. */
  follow(): void;
}

/**
 * Disconnects all wallets, clears all that the shell stores in this browser (of remotes, releases and sends too), and
 * reloads the page. Nothing else of the origin is touched.
 */
export function createForget(needs: ForgetDependencies): Forget {
  const { view, attempts, window } = needs;

  async function disconnect(family: FamilyId): Promise<void> {
    attempts.cancel(family);
    needs.reads.abandon(family);
    if (view.family(family).connection.get().status !== 'connected') return;
    const leaving = needs.mounted(family).then((handle) => handle.disconnect());
    await withDeadline(leaving, forgetWalletMs, () => new Error('The wallet did not disconnect in time'));
  }

  function clear(): void {
    clearStorage(() => window.localStorage);
    clearStorage(() => window.sessionStorage);
  }

  function leave(): void {
    needs.stopPersisting();
    for (const family of view.families)
      if (view.family(family).connection.get().status === 'connected') needs.end(family);
    clear();
    // Running code may write once more before the page is gone.
    window.addEventListener('pagehide', clear, { once: true });
    needs.reload();
  }

  /** Returns whether it is stored, which notifies the other tabs. */
  const tellOthers = () =>
    orUndefined(() => {
      window.localStorage.setItem(forgetKey, needs.newId());
      return true;
    }) ?? false;

  return {
    async begin() {
      await Promise.allSettled(view.families.map(disconnect));
      const isTold = tellOthers();
      clear();
      // There is room now, unless the storage is blocked: then the other tabs share nothing with this one.
      if (!isTold) tellOthers();
      leave();
    },
    follow: leave,
  };
}

/**
 * Removes all that the shell stores, in whatever form, and nothing else of the origin. A blocked storage has nothing.
 */
function clearStorage(open: () => Storage): void {
  orUndefined(() => {
    const storage = open();
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    for (const key of keys) if (key.startsWith('linkspan:')) storage.removeItem(key);
  });
}
