import {
  type Connection,
  type FamilyId,
  hasCode,
  isWaiting,
  type Readable,
  type View,
} from '@linkspan/contract';
import { tabPausesMs } from '../limits.ts';
import {
  ended,
  type Keeping,
  type Memory,
  memoryPrefix,
  nameOf,
  type Remembered,
  recall,
} from './remembered.ts';
import { isAsking, type Request } from './request.ts';
import type { Wanted } from './restore.ts';

/** What following other tabs needs of the page. */
export interface TabNeeds {
  readonly view: View;
  readonly memory: Pick<Memory, 'get' | 'set' | 'remove'>;
  request(family: FamilyId): Readable<Request>;
  keeping(family: FamilyId): Keeping;
  /** Brings a remembered wallet back where none is connected, shown as reconnecting. */
  restoreRemembered(family: FamilyId, adopting: () => void): Promise<void>;
  /** Takes over a wallet without a prompt, beside what is connected until then. */
  restore(family: FamilyId, remembered: Remembered, wanted: Wanted): Promise<void>;
  /** Ends the connection in this tab alone: no wallet is asked. With `isRevoked` the card says that the wallet did. */
  end(family: FamilyId, isRevoked?: boolean): void;
  pause(ms: number): Promise<void>;
  report(error: unknown): void;
}

/** The other tabs of this page, followed by what they write. */
export interface Tabs {
  /** Looks at what is kept of a family; once it is free, where its wallet is being asked something here. */
  look(family: FamilyId): void;
  /** Hears what another tab has written: HTML, "The storage event". All of it was cleared where `key` is null. */
  hear(event: { readonly key: string | null }): void;
}

type Connected = Connection & { status: 'connected' };
type Act = (adopting: () => void) => Promise<void>;

/**
 * Follows what other tabs connect, change and end, without ever asking a person. What was written last stands, whoever
 * wrote it; what is brought about by following is not written, so that tabs cannot drive each other round in circles,
 * though each may be told something else by its wallet.
 */
export function followTabs(needs: TabNeeds): Tabs {
  const { view } = needs;
  const tabs: State = { needs, postponed: new Set(), following: new Set(), unfollowed: new Set() };
  for (const family of view.families) {
    // After the turn: what frees the family may be about to change it again.
    const retry = () => queueMicrotask(() => tabs.postponed.has(family) && look(tabs, family));
    view.family(family).connection.listen(retry);
    view.family(family).attempt.listen(retry);
    needs.request(family).listen(retry);
  }
  return {
    look: (family) => look(tabs, family),
    hear({ key }) {
      const family = key?.startsWith(memoryPrefix) ? key.slice(memoryPrefix.length) : undefined;
      for (const one of view.families) if (key === null || one === family) look(tabs, one);
    },
  };
}

interface State {
  readonly needs: TabNeeds;
  /** Looked at again once they are free. */
  readonly postponed: Set<FamilyId>;
  readonly following: Set<FamilyId>;
  /** What is kept is known, and was not taken over. */
  readonly unfollowed: Set<FamilyId>;
}

function connectionOf({ needs }: State, family: FamilyId): Connection {
  return needs.view.family(family).connection.get();
}

function isBusy(tabs: State, family: FamilyId): boolean {
  const now = connectionOf(tabs, family);
  const isComing = now.status === 'connecting' || (now.status === 'reconnecting' && !isWaiting(now));
  return tabs.following.has(family) || isAsking(tabs.needs, family) || isComing;
}

function look(tabs: State, family: FamilyId): void {
  const { needs, postponed, unfollowed } = tabs;
  postponed.delete(family);
  if (!needs.keeping(family).isBehind() && !unfollowed.has(family)) return;
  if (isBusy(tabs, family)) return void postponed.add(family);
  unfollowed.delete(family);
  follow(tabs, family).catch(needs.report);
}

async function follow(tabs: State, family: FamilyId): Promise<void> {
  const { needs } = tabs;
  const own = connectionOf(tabs, family);
  const remembered = recall(needs.memory, family);
  if (remembered === undefined) return followEnd(tabs, family, own);
  const { connection } = remembered;
  if (own.status === 'connected' && nameOf(own) === nameOf(connection)) return needs.keeping(family).take();
  const isOpen = () => connectionOf(tabs, family) === own && isFree(tabs, family);
  return run(tabs, family, connection.wallet.id, async (adopting) => {
    if (own.status === 'connected')
      await needs.restore(family, remembered, { isOpen, adopting }).catch(keepOwn);
    else await needs.restoreRemembered(family, adopting);
    await persist(tabs, family, remembered, adopting);
  });
}

/** Another tab has ended the connection, or the storage is empty. */
async function followEnd(tabs: State, family: FamilyId, own: Connection): Promise<void> {
  const { needs } = tabs;
  const isEnded = needs.memory.get(family) === ended;
  if (own.status !== 'connected') {
    // The wallet had told it here before the other tab did: it was the person.
    if (isEnded && (isRefused(own) || isWaiting(own))) needs.end(family);
    return needs.keeping(family).take();
  }
  return run(tabs, family, own.wallet.id, async (adopting) =>
    isEnded ? needs.end(family) : confirm(tabs, family, own, adopting),
  );
}

/**
 * Whether no person is asked here by now: a wallet that is taken over would close the session under their prompt. Else
 * what is kept is followed again once that is over.
 */
function isFree({ needs, unfollowed }: State, family: FamilyId): boolean {
  if (!isAsking(needs, family)) return true;
  unfollowed.add(family);
  return false;
}

/**
 * A wallet may tell the tabs one after another: one that says something else here, or grants nothing, is read again,
 * twice at most, for as long as nobody has said anything newer. Where it grants nothing in the end, nothing has ended
 * here: there was nothing.
 */
async function persist(
  tabs: State,
  family: FamilyId,
  remembered: Remembered,
  adopting: () => void,
): Promise<void> {
  const { needs } = tabs;
  for (const pauseMs of tabPausesMs) {
    const now = connectionOf(tabs, family);
    const isOpen = () =>
      connectionOf(tabs, family) === now && isStillKept(tabs, family, remembered) && isFree(tabs, family);
    if (!isOther(now, remembered.connection) && !isRefused(now) && !isWaiting(now)) return;
    await needs.pause(pauseMs);
    if (!isOpen()) return;
    if (now.status === 'connected')
      await needs.restore(family, remembered, { isOpen, adopting }).catch(keepOwn);
    else await needs.restoreRemembered(family, adopting);
  }
  if (isRefused(connectionOf(tabs, family))) needs.end(family);
}

function isStillKept({ needs }: State, family: FamilyId, { connection }: Remembered): boolean {
  const kept = recall(needs.memory, family);
  return kept !== undefined && nameOf(kept.connection) === nameOf(connection);
}

async function run(tabs: State, family: FamilyId, walletId: string, act: Act): Promise<void> {
  tabs.following.add(family);
  try {
    await tabs.needs.keeping(family).follow(walletId, act);
  } finally {
    tabs.following.delete(family);
    look(tabs, family);
  }
}

/** Nobody has ended it, the storage is merely empty: the wallet itself knows whether it still stands. */
async function confirm(tabs: State, family: FamilyId, own: Connected, adopting: () => void): Promise<void> {
  const { wallet, accounts } = own;
  const isOpen = () => connectionOf(tabs, family) === own && isFree(tabs, family);
  try {
    const connection = { status: 'reconnecting', wallet, accounts } as const;
    await tabs.needs.restore(family, { connection }, { isOpen, adopting });
  } catch (error) {
    if (hasCode(error, 'wallet/revoked') && isOpen()) tabs.needs.end(family, true);
  }
}

function isOther(now: Connection, { wallet, ...kept }: Remembered['connection']): boolean {
  return (
    now.status === 'connected' && now.wallet.id === wallet.id && nameOf(now) !== nameOf({ wallet, ...kept })
  );
}

function isRefused(now: Connection): boolean {
  return (
    now.status === 'disconnected' && ['wallet/revoked', 'wallet/refuses'].includes(now.failure?.code ?? '')
  );
}

/** Its wallet says otherwise in this tab, or nothing: what is connected here goes on. */
function keepOwn(): void {}
