import { ConnectionProvider, useWallet, WalletProvider } from '@solana/wallet-adapter-react';
import { useEffect } from 'react';
import { type FamilyViewProps, networks, WalletRow } from './parts.tsx';

const { rpcUrl, wsUrl } = networks.solana;
const connection = { commitment: 'confirmed', ...(wsUrl && { wsEndpoint: wsUrl }) } as const;
/** Wallets of the Wallet Standard are found without a list. The same array at each render, or the provider restarts. */
const noOthers: never[] = [];

/** The Solana wallets, by wallet-adapter. */
export function SolanaView(props: FamilyViewProps) {
  return (
    <ConnectionProvider endpoint={rpcUrl} config={connection}>
      <WalletProvider wallets={noOthers} autoConnect>
        <SolanaWallets {...props} />
      </WalletProvider>
    </ConnectionProvider>
  );
}

function SolanaWallets({ onPick, onCard }: FamilyViewProps) {
  const { wallets, wallet, select, connect, connecting, publicKey } = useWallet();

  useEffect(() => {
    const status = publicKey ? 'connected' : connecting ? 'connecting' : 'disconnected';
    onCard({ status, detail: publicKey?.toBase58() });
  }, [publicKey, connecting, onCard]);

  return wallets.map(({ adapter: { name, icon } }) => (
    <WalletRow
      key={name}
      family="solana"
      name={name}
      icon={icon}
      onPress={() => {
        onPick();
        // A selected wallet connects by itself; a wallet that is selected already must be asked again.
        if (wallet?.adapter.name === name) connect().catch(() => undefined);
        else select(name);
      }}
    />
  ));
}
