import type { RequestLine } from '@linkspan/contract';
import { type Address, formatGwei, type Hex } from 'viem';
import type { parseTransaction } from './call-params.ts';
import type { Facts } from './facts.ts';

/** What a transaction says beside its call. */
type Rest = ReturnType<typeof parseTransaction>['rest'];

const prices = ['gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const;

const gwei = 10n ** 9n;
/** How many times the network's price is far above it: a block's base fee rises so much in 20 blocks (EIP-1559). */
const manyTimes = 10n;
/** A price below, for each unit of gas, makes no fee that matters, whatever the network's is. */
const leastHigh = gwei;
/** Far above any network's price, if that is not known: a plain transfer costs 0.21 coins. */
const leastUnknownHigh = 10_000n * gwei;

/** The fee of a transaction, by its own gas and price or else the network's, in the smallest unit; undefined if it is not known. */
export async function readFee(
  rest: Rest,
  call: object,
  facts: Pick<Facts, 'gasPrice' | 'gasOf'>,
): Promise<string | undefined> {
  const given = prices.flatMap((name) => rest[name] ?? []).map(BigInt);
  const [gas, price] = await Promise.all([
    rest.gas ? BigInt(rest.gas) : facts.gasOf(call),
    given.length > 0 ? toMost(given) : facts.gasPrice(),
  ]);
  return gas === undefined || price === undefined ? undefined : String(gas * price);
}

/** The lines of a transaction's limits and prices, its number and its form, each named as in the request. */
export async function toFeeLines(
  rest: Rest,
  owner: Address,
  facts: Pick<Facts, 'gasPrice' | 'countOf'>,
): Promise<readonly RequestLine[]> {
  const { gas, nonce, type, accessList } = rest;
  const given = prices.flatMap((name) => rest[name] ?? []).map(BigInt);
  const [usual, count] = await Promise.all([
    given.length > 0 ? facts.gasPrice() : undefined,
    nonce ? facts.countOf(owner) : undefined,
  ]);
  const isReplacing = nonce !== undefined && count !== undefined && BigInt(nonce) < count;
  const toPrice = (name: string, value: bigint) => ({
    ...toField(name, `${formatGwei(value)} gwei`),
    ...(isHigh(value, usual) && ({ warning: 'fee' } as const)),
  });
  return [
    ...toNumber('gas', gas),
    ...prices.flatMap((name) => (rest[name] ? toPrice(name, BigInt(rest[name])) : [])),
    ...toNumber('nonce', nonce).map((line) => ({
      ...line,
      ...(isReplacing && ({ warning: 'replaces' } as const)),
    })),
    ...toNumber('type', type),
    ...(accessList ? [toField('accessList', `${accessList.length} addresses`)] : []),
  ];
}

function isHigh(price: bigint, usual: bigint | undefined): boolean {
  if (usual === undefined) return price >= leastUnknownHigh;
  return price >= leastHigh && price > usual * manyTimes;
}

function toMost(given: readonly bigint[]): bigint {
  return given.find((one) => given.every((other) => other <= one)) ?? 0n;
}

function toNumber(name: string, value: Hex | undefined): readonly RequestLine[] {
  return value === undefined ? [] : [toField(name, String(BigInt(value)))];
}

function toField(name: string, value: string): RequestLine {
  return { is: 'field', name, value };
}
