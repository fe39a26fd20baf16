import type { WalletSelector } from '@near-wallet-selector/core';
import { useEffect, useState } from 'react';
import { networks } from '../networks.ts';
import { toAmount } from '../to-amount.ts';
import type { BridgedWallet } from './to-module.ts';

/** The account's balance with its unit; undefined until it is read. */
export function useNearBalance(
  selector: WalletSelector | undefined,
  account: string | undefined,
): string | undefined {
  const [balance, setBalance] = useState<string>();

  useEffect(() => {
    let isOver = false;
    setBalance(undefined);
    if (selector && account)
      read(selector, account).then(
        (text) => isOver || setBalance(text),
        (error) => console.warn('The balance could not be read', error),
      );
    return () => {
      isOver = true;
    };
  }, [selector, account]);

  return balance;
}

async function read(selector: WalletSelector, account: string): Promise<string> {
  const wallet = await selector.wallet<BridgedWallet>();
  return toAmount(await wallet.readBalance(account), networks.near);
}
