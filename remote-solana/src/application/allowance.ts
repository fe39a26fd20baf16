import type { LineWarning } from '@linkspan/contract';
import type { Chain } from '../chain.ts';
import { instructionsOf, type Message } from '../compare-signed.ts';

/** The Token program and Token-2022. */
export const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
] as const;

/** More than a token has, in smallest units. */
const mostTokens = 2n ** 63n;
/**
 * In smallest units, where the cluster has not told the balance: all tokens of most issues, which are 10^9 with 6 decimals, or a
 * million with the 9 decimals of SOL. No payment needs as much.
 */
const largeTokens = 10n ** 15n;

/** Why to look twice at what a spender may take of a token account, in smallest units, if there is a reason. */
export function warningOf(amount: bigint, balance: bigint | undefined): LineWarning | undefined {
  if (amount >= mostTokens) return 'unlimited';
  if (balance !== undefined) return amount > balance ? 'above-balance' : undefined;
  return amount >= largeTokens ? 'large' : undefined;
}

/** `approve` and `approveChecked` of the token programs. */
const approvals = [4, 13];

/**
 * What the token accounts have from which these messages let somebody spend, as far as the cluster tells in time: it never
 * rejects.
 */
export async function readBalances(
  messages: readonly Message[],
  chain: Pick<Chain, 'readTokens'>,
): Promise<ReadonlyMap<string, bigint>> {
  const found = messages
    .flatMap(instructionsOf)
    .filter(
      ({ program, data }) => tokenPrograms.some((one) => one === program) && approvals.includes(data[0] ?? 0),
    )
    .flatMap(({ accounts }) => accounts.slice(0, 1));
  if (found.length === 0) return new Map();
  return chain.readTokens([...new Set(found)]).catch(() => new Map());
}
