import { useConnection } from '@solana/wallet-adapter-react';
import type { PublicKey } from '@solana/web3.js';
import { useEffect, useState } from 'react';
import { networks } from '../networks.ts';
import { toAmount } from '../to-amount.ts';

/** The account's balance with its unit; undefined until it is read. */
export function useSolanaBalance(account: PublicKey | null): string | undefined {
  const { connection } = useConnection();
  const [balance, setBalance] = useState<string>();

  useEffect(() => {
    let isOver = false;
    setBalance(undefined);
    if (account)
      connection.getBalance(account).then(
        (lamports) => isOver || setBalance(toAmount(BigInt(lamports), networks.solana)),
        (error) => console.warn('The balance could not be read', error),
      );
    return () => {
      isOver = true;
    };
  }, [account, connection]);

  return balance;
}
