import type { LineWarning, RequestLine } from '@linkspan/contract';
import type { Address } from 'viem';
import type { Facts } from './facts.ts';
import type { Allowance, Line } from './meaning.ts';

/** A thousand million tokens of 18 decimals, in their smallest unit: no payment needs as many. */
const leastLarge = 10n ** 27n;
/** How many tokens of a request are looked up: a node is not asked without end. An allowance of another has a warning. */
const mostTokens = 20;

/** Compares the allowances in lines with what the account has, as far as `facts` tell, or judges them by themselves. */
export async function judgeAllowances(
  lines: readonly Line[],
  owner: Address,
  facts?: Pick<Facts, 'balanceOf'>,
): Promise<readonly RequestLine[]> {
  const asked = lines.flatMap(({ allowance }) => (allowance && allowance.amount > 0n ? allowance : []));
  const tokens = new Set(asked.flatMap(({ token }) => token ?? []));
  const reading = [...tokens]
    .slice(0, mostTokens)
    .map(async (token) => [token, await facts?.balanceOf(token, owner)] as const);
  const balances = new Map(await Promise.all(reading));
  return lines.map(({ allowance, ...line }) => {
    const warning = allowance && warnOf(allowance, balances);
    return warning ? { ...line, warning } : line;
  });
}

function warnOf(
  { token = '', amount }: Allowance,
  balances: ReadonlyMap<string, bigint | undefined>,
): LineWarning | undefined {
  if (amount > 0n && token !== '' && !balances.has(token)) return 'unread';
  const balance = balances.get(token);
  if (balance !== undefined) return amount > balance ? 'above-balance' : undefined;
  return amount >= leastLarge ? 'large' : undefined;
}
