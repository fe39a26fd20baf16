import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { useConnection, WagmiProvider } from 'wagmi';
import { Application } from './application.tsx';

type Config = ComponentProps<typeof WagmiProvider>['config'];

/** Shows the application below wagmi's provider, with a button that connects and the account beside it. */
export function showWithWagmi(config: Config, button: ReactNode): void {
  const wallets = (
    <>
      {button}
      <Account />
    </>
  );
  createRoot(document.getElementById('root') as HTMLElement).render(
    <WagmiProvider config={config}>
      <QueryClientProvider client={new QueryClient()}>
        <Application wallets={wallets} />
      </QueryClientProvider>
    </WagmiProvider>,
  );
}

function Account() {
  const { address, status } = useConnection();
  return <p>{address ?? status}</p>;
}
