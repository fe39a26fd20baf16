import { createConfig, http, injected, useConnect, useConnectors } from 'wagmi';
import { chain } from './chain.ts';
import { showWithWagmi } from './show-with-wagmi.tsx';

// The application with plain wagmi.

const config = createConfig({
  chains: [chain],
  connectors: [injected()],
  transports: { [chain.id]: http() },
});

function ConnectButton() {
  // Wallets that announce themselves come after the configuration's connectors.
  const connector = useConnectors().at(-1);
  const { mutate: connect } = useConnect();
  return (
    <button type="button" data-bench="button" onClick={() => connector && connect({ connector })}>
      Connect wallet
    </button>
  );
}

showWithWagmi(config, <ConnectButton />);
