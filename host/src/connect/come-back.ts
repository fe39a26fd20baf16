import {
  type Approved,
  type Discovery,
  type FamilyId,
  failure,
  networkOf,
  type ScopedStorage,
  toFailure,
} from '@linkspan/contract';
import type { OwnedLease } from '@linkspan/store';
import { type Remembered, recall } from './remembered.ts';
import { type ResumeNeeds, resume } from './resume.ts';

/** What coming back needs of the page. */
export interface ComeBackNeeds extends ResumeNeeds {
  /** Where the page remembers what was connected. */
  readonly memory: ScopedStorage;
  /** Takes a wallet's answer out of the page's address. */
  cleanAddress(): void;
}

const silentDeadlineMs = 6_000;

/**
 * Brings a family back as the page is loaded: the answer of a wallet that had left the page, else what was connected
 * when it was last open. That is shown as reconnecting at once, and settled without a prompt: nothing stays
 * reconnecting past the deadline.
 */
export async function comeBack(
  needs: ComeBackNeeds,
  family: FamilyId,
  listed: Promise<Discovery>,
): Promise<void> {
  const remembered = recall(needs.memory, family);
  const owned = remembered && publishRemembered(needs, family, remembered);
  const discovery = await listed.catch(() => undefined);
  if (discovery !== undefined && (await resume(needs, family, discovery))) return needs.cleanAddress();
  if (remembered !== undefined && owned !== undefined) await settle(needs, family, listed, remembered, owned);
}

function publishRemembered(
  { store, memory }: ComeBackNeeds,
  family: FamilyId,
  { connection, balance }: Remembered,
): OwnedLease | undefined {
  const owned = store.openLease(family);
  try {
    owned.lease.publishConnection(connection);
    if (balance !== undefined) owned.lease.publishBalance(balance);
    return owned;
  } catch {
    // What an earlier configuration stored need not fit this one's families.
    memory.remove(family);
    return undefined;
  }
}

async function settle(
  { store, attempts, newId }: ComeBackNeeds,
  family: FamilyId,
  listed: Promise<Discovery>,
  { connection: { wallet, accounts } }: Remembered,
  owned: OwnedLease,
): Promise<void> {
  // Another wallet may have been connected meanwhile: its holder speaks for the family then.
  const isOpen = () => store.view.family(family).connection.get().status === 'reconnecting';
  try {
    const discovery = await listed;
    const options = { id: newId(), network: networkOf(accounts[0]), deadlineMs: silentDeadlineMs };
    const approved = await discovery.restore(wallet.id, { ...options, signal: new AbortController().signal });
    if (!isOpen()) return;
    if (approved !== undefined) return await attempts.finish(family, prefer(approved, accounts[0]));
    owned.lease.publishConnection({
      status: 'disconnected',
      failure: failure('wallet/revoked', { wallet: wallet.name }),
    });
  } catch (error) {
    const reason = toFailure(error, failure('wallet/timeout', { wallet: wallet.name }));
    if (isOpen()) owned.lease.publishConnection({ status: 'disconnected', failure: reason });
  } finally {
    owned.end();
  }
}

/** The account that was in use comes first again, where the wallet still grants it. */
function prefer(approved: Approved, account: Approved['accounts'][0]): Approved {
  if (!approved.accounts.includes(account)) return approved;
  return { ...approved, accounts: [account, ...approved.accounts.filter((other) => other !== account)] };
}
