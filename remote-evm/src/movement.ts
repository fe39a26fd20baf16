import { addressOf, type Movement, networkOf, type Unsettled } from '@linkspan/contract';
import { type Address, getAddress } from 'viem';
import type { Transaction } from './history.ts';
import { toChainId } from './provider.ts';

type Send = Unsettled<'eip155'>;

/** What a send was to move. */
export function toAsked({ from, to, amount }: Send): Movement {
  return toMovement(addressOf(from), to, amount);
}

/** With the checksums of its addresses (EIP-55), which is how people are shown them. */
export function toMovement(from: string, to: string, amount: bigint | string): Movement {
  return { from: toChecksum(from), to: toChecksum(to), amount: String(amount) };
}

/** Whether a transaction can be one of the send's chain. */
export function isOfChain({ chainId }: Transaction, { from }: Send): boolean {
  return chainId === undefined || chainId === toChainId(networkOf(from));
}

function toChecksum(address: string): string {
  const lower = address.toLowerCase();
  return /^0x[\da-f]{40}$/.test(lower) ? getAddress(lower as Address) : address;
}
