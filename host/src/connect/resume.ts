import { codeOf, type Discovery, type FamilyId, failure, toFailure } from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import type { Attempts } from './attempts.ts';

/** What taking up an answer needs of the page. */
export interface ResumeNeeds {
  readonly store: Store;
  readonly attempts: Attempts;
  /** The page's own address. */
  readonly address: URL;
  newId(): string;
}

/**
 * Takes up the answer of a wallet that had left the page, where the page's address holds one for this family.
 * Answers whether it did; a refusal is published as the family's failed attempt.
 */
export async function resume(needs: ResumeNeeds, family: FamilyId, discovery: Discovery): Promise<boolean> {
  const { address, attempts, store } = needs;
  if (address.search === '' && address.hash === '') return false;
  const id = needs.newId();
  try {
    const approved = await discovery.resume(address, id);
    if (approved !== undefined) await attempts.finish(family, approved);
    return approved !== undefined;
  } catch (error) {
    const name = walletOf(error);
    const fallback = failure('wallet/failed', { wallet: name, detail: 'no reason given' });
    store.publishAttempt(family, {
      state: 'failed',
      id,
      wallet: { id: name, name },
      failure: toFailure(error, fallback),
    });
    return true;
  }
}

function walletOf(error: unknown): string {
  const context = codeOf(error) && (error as { context?: { wallet?: unknown } }).context;
  return context && typeof context.wallet === 'string' ? context.wallet : 'The wallet';
}
