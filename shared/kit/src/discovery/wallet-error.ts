import { field, LinkspanError, messageOf } from '@linkspan/contract';
import type { Asked } from '../failures.ts';

/**
 * What a wallet's error means, as `toWalletError`: the list of wallets does not wait for what is needed if one fails. If
 * that does not load, a rejection is known by its number, and all else by what it says.
 */
export async function toWalletErrorLater(thrown: unknown, asked: Asked): Promise<Error> {
  const { wallet } = asked;
  try {
    const { toWalletError } = await import('../failures.ts');
    return toWalletError(thrown, asked);
  } catch {
    const code = field(thrown, 'code') === 4001 ? 'wallet/rejected' : 'wallet/failed';
    return new LinkspanError(code, { wallet, detail: messageOf(thrown).slice(0, 300) }, { cause: thrown });
  }
}
