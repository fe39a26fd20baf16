import {
  type Approved,
  type Discovery,
  type Failure,
  type FamilyId,
  failure,
  isRunning,
  LinkspanError,
  messageOf,
  toFailure,
  type WalletRef,
} from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import { withDeadline } from '../async.ts';
import { resumeMs } from '../limits.ts';
import { type Attempts, toFailed, toRef } from './attempts.ts';

/** What taking up an answer needs of the page. */
export interface ResumeNeeds {
  readonly store: Store;
  readonly attempts: Attempts;
  /** The page's own address. */
  readonly address: URL;
  /** Takes a wallet's answer out of the page's address. */
  cleanAddress(): void;
  newId(): string;
}

/**
 * Takes up the answer of a wallet that had left the page, where the page's address holds one for this family.
 * Never rejects: what comes of it is the family's attempt.
 */
export async function resume(needs: ResumeNeeds, family: FamilyId, discovery: Discovery): Promise<void> {
  const { address, attempts, store } = needs;
  if (address.search === '' && address.hash === '') return;
  const id = needs.newId();
  try {
    const approved = await readAnswer(discovery, address, id);
    if (approved === undefined) return;
    needs.cleanAddress();
    await attempts.finish(family, approved);
  } catch (error) {
    needs.cleanAddress();
    const uncoded = failure('wallet/failed', {
      wallet: unnamed.name,
      detail: messageOf(error).slice(0, 300),
    });
    const failed = toFailure(error, uncoded);
    // The person may have chosen again since.
    if (!isRunning(store.view.family(family).attempt.get()))
      store.publishAttempt(family, toFailed(id, walletOf(store, family, failed), failed));
  }
}

function readAnswer(discovery: Discovery, address: URL, id: string): Promise<Approved | undefined> {
  const late = () => new LinkspanError('wallet/timeout', { wallet: unnamed.name });
  // A copy: another family's discovery must read the page's own.
  return withDeadline(discovery.resume(new URL(address), id), resumeMs, late);
}

const unnamed: WalletRef = { id: 'unnamed', name: 'The wallet' };

/** The wallet that a failure is about: as it is listed, so that it can be asked again. */
function walletOf(store: Store, family: FamilyId, { context: { wallet: said } }: Failure): WalletRef {
  const listed = store.view.family(family).wallets.get();
  const wallet = listed.find(({ id, name }) => id === said || name === said);
  return wallet === undefined ? unnamed : toRef(wallet);
}
