import { ConnectButton } from '@linkspan/app/react';
import { linkspan, linkspanChains, linkspanTransports } from '@linkspan/app/wagmi';
import { createConfig } from 'wagmi';
import { showWithWagmi } from './show-with-wagmi.tsx';

// The application with the shell, and wagmi on the shell's connector.

const config = createConfig({
  chains: linkspanChains(),
  connectors: [linkspan()],
  transports: linkspanTransports(),
  multiInjectedProviderDiscovery: false,
});

showWithWagmi(config, <ConnectButton />);
