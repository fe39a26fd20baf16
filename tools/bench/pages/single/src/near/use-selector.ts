import { setupWalletSelector, type WalletSelector } from '@near-wallet-selector/core';
import { useEffect, useState } from 'react';
import { networks } from '../networks.ts';
import { hearNearWallets, type InjectedNearWallet } from './injected-wallet.ts';
import { toModule } from './to-module.ts';

/** A selector of the wallets that are here; another one when there are more. Undefined until it is set up. */
export function useSelector(): WalletSelector | undefined {
  const [selector, setSelector] = useState<WalletSelector>();

  useEffect(() => {
    let newest = 0;
    return hearNearWallets((wallets) => {
      const own = ++newest;
      setUp(wallets).then(
        (made) => own === newest && setSelector(made),
        (error) => console.warn('The wallet selector could not be set up', error),
      );
    });
  }, []);

  return selector;
}

function setUp(wallets: readonly InjectedNearWallet[]): Promise<WalletSelector> {
  return setupWalletSelector({
    // The library knows two networks by name; what counts is the address.
    network: 'testnet',
    fallbackRpcUrls: [networks.near.rpcUrl],
    modules: wallets.map((wallet) => async () => toModule(wallet)),
    allowMultipleSelectors: true,
  });
}
