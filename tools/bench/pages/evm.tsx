import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createConfig, http, useConnect, useConnection, useConnectors, WagmiProvider } from 'wagmi';
import { chain } from './chain.ts';
import { type FamilyViewProps, WalletRow } from './parts.tsx';

/** Its connectors are the wallets that announce themselves by EIP-6963. */
const config = createConfig({ chains: [chain], transports: { [chain.id]: http() } });
const queries = new QueryClient();

/** The EVM wallets, by wagmi. */
export function EvmView(props: FamilyViewProps) {
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queries}>
        <EvmWallets {...props} />
      </QueryClientProvider>
    </WagmiProvider>
  );
}

function EvmWallets({ onPick, onCard }: FamilyViewProps) {
  const connectors = useConnectors();
  const { mutate: connect, isPending, error } = useConnect();
  const { address } = useConnection();
  const detail = address ?? error?.message;

  useEffect(() => {
    const status = address ? 'connected' : isPending ? 'connecting' : 'disconnected';
    onCard({ status, detail });
  }, [address, isPending, detail, onCard]);

  return connectors.map((connector) => (
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
  ));
}
