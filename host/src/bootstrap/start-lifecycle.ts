import type { FamilyId } from '@linkspan/contract';
import type { Requests } from '../commands/requests.ts';
import type { Commands, PageState } from '../commands/shell.ts';
import type { Connectors } from '../loader/connector.ts';
import { endConnection } from '../loader/slot.ts';
import { createForget, type Forget, forgetKey } from '../session/forget.ts';
import {
  confirm,
  onWake,
  refreshBalances,
  retryFailed,
  watchForgetful,
  watchOffline,
} from '../session/lifecycle.ts';
import { endPairings } from '../session/pairing.ts';
import { followTabs } from '../session/tabs.ts';
import { dropOlder } from '../storage.ts';
import { onVisible } from '../visibility.ts';
import type { Handover } from './hand-over.ts';

/** Dependencies of the page's life cycle. */
export interface LifecycleDependencies {
  readonly handover: Handover;
  readonly connectors: Connectors;
  readonly requests: Requests;
  readonly commands: Pick<Commands, 'retry' | 'restart' | 'refreshBalance'>;
  now(): number;
  reload(): void;
}

/** Keeps the page up to date with its other tabs, its network, its storage and the device's sleep. */
export function startLifecycle(needs: LifecycleDependencies): PageState & { readonly forget: Forget } {
  const { handover, connectors, requests, commands, now } = needs;
  const { store, memory } = handover;
  const { view } = store;

  function end(family: FamilyId, isRevoked = false): void {
    const connection = view.family(family).connection.get();
    const wallet = 'wallet' in connection ? connection.wallet.name : '';
    connectors.unmount(family);
    endConnection(store, family, isRevoked ? { code: 'wallet/revoked', context: { wallet } } : undefined);
  }

  const parts = { ...handover, ...commands, view, end, now, request: requests.of };
  const tabs = followTabs(parts);
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
    else tabs.onStorage(key);
  });
  const lookAtTabs = () => view.families.forEach(tabs.look);
  onVisible(lookAtTabs);
  // What was stored between the early script and here.
  lookAtTabs();
  endPairings({ ...store, request: requests.of });
  retryFailed(parts);
  refreshBalances(parts);
  onWake(now, () => {
    for (const family of view.families) confirm(parts, family).catch(reportError);
  });
  dropOlder();
  return { forget, isOffline: watchOffline(), isForgetful: watchForgetful(view, memory) };
}
