import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { WagmiProvider } from 'wagmi';
import type { FamilyView } from '../family-view.ts';
import { config } from './config.ts';
import { EvmWallets } from './evm-wallets.tsx';

const queries = new QueryClient();

export function EvmView(props: FamilyView) {
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queries}>
        <EvmWallets {...props} />
      </QueryClientProvider>
    </WagmiProvider>
  );
}
