import type { WalletSelector } from '@near-wallet-selector/core';
import { useEffect, useState } from 'react';

/** The account that the selector has in use. */
export function useNearAccount(selector: WalletSelector | undefined): string | undefined {
  const [account, setAccount] = useState<string>();

  useEffect(() => {
    const subscription = selector?.store.observable.subscribe(({ accounts }) =>
      setAccount(accounts.find(({ active }) => active)?.accountId),
    );
    return () => subscription?.unsubscribe();
  }, [selector]);

  return account;
}
