import { evmAccounts, nearAccounts, solanaAccounts } from '@linkspan/practice/accounts';
import { evmChainIds, solanaGenesisHashes, toSolanaId } from '@linkspan/practice/networks';

/** What the instant wallets open, as plain data that can be written into a script. */
export interface InstantAccounts {
  /** `chainId` as EIP-695 has it: `0x7a69`. */
  readonly evm: { readonly address: string; readonly chainId: `0x${string}` };
  /** The address in base58, the bytes of its public key, and the cluster's CAIP-2 id. */
  readonly solana: {
    readonly address: string;
    readonly publicKey: readonly number[];
    readonly chain: `solana:${string}`;
  };
  readonly near: { readonly accountId: string; readonly publicKey: string };
}

/** The accounts called Harbour of the practice, each on the first network of its family. */
export function toInstantAccounts(): InstantAccounts {
  const evm = findHarbour(evmAccounts);
  const solana = findHarbour(solanaAccounts);
  const near = findHarbour(nearAccounts);
  return {
    evm: { address: evm.address, chainId: `0x${evmChainIds[0].toString(16)}` },
    solana: {
      address: solana.address,
      publicKey: [...solana.publicKey],
      chain: toSolanaId(solanaGenesisHashes[0]) as `solana:${string}`,
    },
    near: { accountId: near.accountId, publicKey: near.publicKey },
  };
}

function findHarbour<Account extends { readonly name: string }>(accounts: readonly Account[]): Account {
  const harbour = accounts.find(({ name }) => name === 'Harbour');
  if (harbour === undefined) throw new Error('The practice has no account called Harbour');
  return harbour;
}
