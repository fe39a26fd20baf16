import { toList } from '@linkspan/contract';

/** Whether a list of chains, as the Wallet Standard names them, has one of Solana. */
export function isSolana(chains: unknown): boolean {
  return toList(chains)?.some((chain) => typeof chain === 'string' && chain.startsWith('solana:')) ?? false;
}
