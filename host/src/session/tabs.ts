import { type Connection, type FamilyId, isWaiting, type Readable, type View } from '@linkspan/contract';
import { ended, type Memory, memoryPrefix, nameOf, type PersistedConnection, recall } from './remembered.ts';
import { isBeingAsked, type Request } from './request.ts';
import type { SilentReads } from './restore.ts';

/** Dependencies of `followTabs`. */
export interface TabDependencies {
  readonly view: View;
  readonly memory: Pick<Memory, 'get' | 'set' | 'remove'>;
  request(family: FamilyId): Readable<Request>;
  persisted(family: FamilyId): PersistedConnection;
  readonly reads: Pick<SilentReads, 'restore' | 'restoreRemembered'>;
  /** Ends the connection in this tab alone: no wallet is asked. With `isRevoked` the card says that the wallet did. */
  end(family: FamilyId, isRevoked?: boolean): void;
}

/** Follows the other tabs of this page by their stored connections. */
export interface Tabs {
  /** Reads a family's stored connection; if its wallet is asking a person here, once that is over. */
  look(family: FamilyId): void;
  /** Another tab has stored something (HTML, "The storage event"); `key` is null if all of it was cleared. */
  onStorage(key: string | null): void;
}

/**
 * Connects and disconnects as another tab did, without a prompt: the latest stored state counts. Changes made to follow
 * are not stored, so that tabs do not follow each other in circles, even if a wallet answers each of them differently.
 */
export function followTabs(needs: TabDependencies): Tabs {
  const { view, memory, reads } = needs;
  /** To be followed once they are free. */
  const postponed = new Set<FamilyId>();
  const following = new Set<FamilyId>();
  const connectionOf = (family: FamilyId) => view.family(family).connection.get();

  function isBusy(family: FamilyId): boolean {
    const now = connectionOf(family);
    const isConnecting = now.status === 'connecting' || (now.status === 'reconnecting' && !isWaiting(now));
    return isConnecting || following.has(family) || isBeingAsked(needs, family);
  }

  function look(family: FamilyId): void {
    const isDue = postponed.delete(family) || needs.persisted(family).isBehind();
    if (isDue && isBusy(family)) postponed.add(family);
    else if (isDue) follow(family).catch(reportError);
  }

  async function follow(family: FamilyId): Promise<void> {
    const own = connectionOf(family);
    const remembered = recall(memory, family);
    if (remembered === undefined || nameOf(own) === nameOf(remembered.connection)) {
      needs.persisted(family).take();
      if (memory.get(family) === ended && (own.status === 'connected' || isRefused(own))) needs.end(family);
      return;
    }
    const isWanted = () => {
      // A wallet that is adopted would close the session under a person's prompt.
      if (isBeingAsked(needs, family)) postponed.add(family);
      return connectionOf(family) === own && !postponed.has(family);
    };
    following.add(family);
    try {
      await needs.persisted(family).follow(remembered.connection.wallet.id, () =>
        own.status === 'connected'
          ? // If the wallet grants nothing here, the connection stays.
            reads.restore(family, { remembered, reason: 'other-tab', isWanted }).catch(() => false)
          : reads.restoreRemembered(family),
      );
      // Nothing was connected here, so nothing has ended.
      if (own.status !== 'connected' && isRefused(connectionOf(family))) needs.end(family);
    } finally {
      following.delete(family);
      look(family);
    }
  }

  for (const family of view.families) {
    // After the task, since the same task may change the family again.
    const retry = () => queueMicrotask(() => postponed.has(family) && look(family));
    const { connection, attempt } = view.family(family);
    for (const { listen } of [connection, attempt, needs.request(family)] as Readable<unknown>[])
      listen(retry);
  }
  return {
    look,
    onStorage(key) {
      for (const family of view.families) if (key === null || key === memoryPrefix + family) look(family);
    },
  };
}

/** Whether nothing is connected because the wallet has said so. */
function isRefused(now: Connection): boolean {
  const code = now.status === 'disconnected' ? now.failure?.code : undefined;
  return isWaiting(now) || code === 'wallet/revoked' || code === 'wallet/refuses';
}
