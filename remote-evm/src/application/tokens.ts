import type { LineWarning, RequestLine } from '@linkspan/contract';
import { type Address, formatUnits } from 'viem';
import type { Facts, Unit } from './facts.ts';
import type { Allowance, Line } from './meaning.ts';

/** A thousand million tokens of 18 decimals, in their smallest unit: no payment needs as many. */
const leastLarge = 10n ** 27n;
/** How many tokens of a request are looked up: a node is not asked without end. An allowance of another has a warning. */
const mostTokens = 20;

/**
 * Compares the allowances in lines with what the account has, as far as `facts` tell, or judges them by themselves; says
 * amounts in the unit of their token, where its contract tells one.
 */
export async function judgeTokens(
  lines: readonly Line[],
  owner: Address,
  facts?: Pick<Facts, 'balanceOf'> & Partial<Pick<Facts, 'unitOf'>>,
): Promise<readonly RequestLine[]> {
  const spent = lines.flatMap(({ allowance }) => (allowance && allowance.amount > 0n ? allowance : []));
  const spending = spent.flatMap(({ token }) => token ?? []);
  const counted = lines.flatMap(({ unit, claimed }) => (unit && !claimed ? unit : []));
  const [balances, units] = await Promise.all([
    readEach(spending, (token) => facts?.balanceOf(token, owner)),
    readEach(counted, (token) => facts?.unitOf?.(token)),
  ]);
  return lines.map(({ allowance, unit: token = '', pays, ...line }) => {
    const warning = allowance && warnOf(allowance, balances);
    const unit = line.claimed ? undefined : units.get(token);
    return {
      ...line,
      ...(unit && { value: toWhole(line.value, unit), ...(pays && { is: 'paid' as const }) }),
      ...(warning && { warning }),
    };
  });
}

async function readEach<Value>(
  tokens: readonly string[],
  read: (token: string) => Promise<Value> | undefined,
) {
  const asked = [...new Set(tokens)].slice(0, mostTokens);
  return new Map(await Promise.all(asked.map(async (token) => [token, await read(token)] as const)));
}

/** The request's own number stays beside it: a contract and a node can tell wrong decimals. */
function toWhole(units: string, { decimals, symbol }: Unit): string {
  return `${formatUnits(BigInt(units), decimals)} ${symbol} (${units})`;
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
