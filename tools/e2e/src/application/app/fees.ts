import { parseAbi } from 'viem';

/** The test's contract: it keeps a number, and tells of each change. */
export const feesAbi = parseAbi([
  'function get() view returns (uint256)',
  'function set(uint256 fee)',
  'event Changed(uint256 fee)',
]);

/** A message of EIP-712, as the tests sign it. */
export const permitOf = (chainId: number, contract: `0x${string}`) => ({
  domain: { name: 'Harbour', version: '1', chainId, verifyingContract: contract },
  types: {
    Fee: [
      { name: 'payer', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  primaryType: 'Fee' as const,
  message: { payer: contract, amount: 7n },
});
