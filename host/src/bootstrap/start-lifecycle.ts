import type { FamilyId } from '@linkspan/contract';
import type { Requests } from '../commands/requests.ts';
import type { Commands, PageState } from '../commands/shell.ts';
import type { Connectors } from '../loader/connector.ts';
import { endConnection } from '../loader/slot.ts';
import { createForget, type Forget, forgetKey } from '../session/forget.ts';
import {
  createConfirm,
  createTryAgain,
  dropOlder,
  followBalances,
  onWake,
  watchForgetful,
  watchOffline,
} from '../session/lifecycle.ts';
import { memoryPrefix } from '../session/remembered.ts';
import { followTabs } from '../session/tabs.ts';
import { storageForm } from '../storage.ts';
import type { Handover } from './hand-over.ts';

/** What it needs of the page. */
export interface LifecycleNeeds {
  readonly handover: Handover;
  readonly connectors: Connectors;
  readonly requests: Requests;
  readonly commands: Pick<Commands, 'retry' | 'restart' | 'refreshBalance'>;
  /** Calls again and again. */
  every(ms: number, run: () => void): unknown;
  now(): number;
  reload(): void;
}

/** Keeps the page in step with its other tabs, its network, its storage and its sleep. */
export function startLifecycle(needs: LifecycleNeeds): PageState & { readonly forget: Forget } {
  const { handover, connectors, requests, commands, now } = needs;
  const { store, memory } = handover;
  const { view } = store;

  function end(family: FamilyId, isRevoked = false): void {
    const connection = view.family(family).connection.get();
    const wallet = 'wallet' in connection ? connection.wallet.name : '';
    connectors.unmount(family);
    endConnection(store, family, isRevoked ? { code: 'wallet/revoked', context: { wallet } } : undefined);
  }

  const parts = {
    view,
    memory,
    end,
    request: requests.of,
    keeping: handover.keeping,
    restoreRemembered: handover.restoreRemembered,
    restore: handover.restore,
    restart: commands.restart,
    pause: (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms)),
    // Called as a method of another object, the browser’s own function throws.
    report: (error: unknown) => reportError(error),
  };
  const tabs = followTabs(parts);
  const confirm = createConfirm(parts);
  const tryAgain = createTryAgain({ ...commands, view, now });
  const lookAtBalances = followBalances({
    ...{ view, now, request: requests.of, every: needs.every, refreshBalance: commands.refreshBalance },
    isSeen: () => document.visibilityState === 'visible' && navigator.onLine,
  });
  const forget = createForget({
    view,
    window,
    end,
    attempts: handover.attempts,
    mounted: connectors.mounted,
    stopKeeping() {
      for (const family of view.families) handover.keeping(family).end();
    },
    reload: needs.reload,
    newId: () => crypto.randomUUID(),
  });

  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === forgetKey && newValue !== null) forget.follow();
    else if (key === null || key.startsWith(memoryPrefix)) tabs.hear({ key });
  });
  window.addEventListener('online', tryAgain);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    view.families.forEach(tabs.look);
    tryAgain();
    lookAtBalances();
  });
  onWake({ document, window, every: needs.every, now }, () => {
    for (const family of view.families) confirm(family).catch(reportError);
  });
  // What was written between the early script and here.
  view.families.forEach(tabs.look);
  try {
    dropOlder(localStorage, storageForm);
  } catch {
    // Blocked: there is nothing older either.
  }
  return {
    forget,
    isOffline: watchOffline({ navigator, window }),
    isForgetful: watchForgetful(view, memory),
  };
}
