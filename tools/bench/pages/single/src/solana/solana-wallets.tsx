import { useWallet } from '@solana/wallet-adapter-react';
import { useEffect } from 'react';
import type { FamilyView } from '../family-view.ts';
import { WalletRow } from '../wallet-row.tsx';
import { useSolanaBalance } from './use-solana-balance.ts';

/** The rows of the Solana wallets; tells the card what wallet-adapter says. */
export function SolanaWallets({ onPick, onCard }: FamilyView) {
  const { wallets, wallet, select, connect, connecting, publicKey } = useWallet();
  const balance = useSolanaBalance(publicKey);

  useEffect(() => {
    const status = publicKey ? 'connected' : connecting ? 'connecting' : 'disconnected';
    onCard({ status, detail: publicKey?.toBase58(), balance });
  }, [publicKey, connecting, balance, onCard]);

  return wallets.map(({ adapter: { name, icon } }) => (
    <WalletRow
      key={name}
      family="solana"
      name={name}
      icon={icon}
      onPress={() => {
        onPick();
        // A wallet that is selected connects by itself; one that already is has to be asked again.
        if (wallet?.adapter.name === name) connect().catch(() => undefined);
        else select(name);
      }}
    />
  ));
}
