import { lazy, Suspense, useEffect, useState } from 'react';
import { useConnect, useConnection, useConnectors } from 'wagmi';
import type { FamilyView } from '../family-view.ts';
import { WalletRow } from '../wallet-row.tsx';

const EvmBalance = lazy(async () => ({ default: (await import('./evm-balance.tsx')).EvmBalance }));

/** The rows of the EVM wallets; tells the card what wagmi says. */
export function EvmWallets({ onPick, onCard }: FamilyView) {
  const connectors = useConnectors();
  const { mutate: connect, isPending, error } = useConnect();
  const { address } = useConnection();
  const [balance, setBalance] = useState<string>();
  const detail = address ?? error?.message;

  useEffect(() => {
    const status = address ? 'connected' : isPending ? 'connecting' : 'disconnected';
    onCard({ status, detail, balance: address && balance });
  }, [address, isPending, detail, balance, onCard]);

  return (
    <>
      {connectors.map((connector) => (
        <WalletRow
          key={connector.uid}
          family="evm"
          name={connector.name}
          icon={connector.icon}
          onPress={() => {
            onPick();
            connect({ connector });
          }}
        />
      ))}
      {address && (
        <Suspense>
          <EvmBalance address={address} onBalance={setBalance} />
        </Suspense>
      )}
    </>
  );
}
