import { ConnectionProvider, WalletProvider } from '@solana/wallet-adapter-react';
import type { FamilyView } from '../family-view.ts';
import { networks } from '../networks.ts';
import { SolanaWallets } from './solana-wallets.tsx';

const { rpcUrl, wsUrl } = networks.solana;
/** The wallets of the Wallet Standard come by themselves; the same list at each render, or they would start over. */
const noOthers: never[] = [];
const connection = { commitment: 'confirmed', ...(wsUrl && { wsEndpoint: wsUrl }) } as const;

export function SolanaView(props: FamilyView) {
  return (
    <ConnectionProvider endpoint={rpcUrl} config={connection}>
      <WalletProvider wallets={noOthers} autoConnect>
        <SolanaWallets {...props} />
      </WalletProvider>
    </ConnectionProvider>
  );
}
