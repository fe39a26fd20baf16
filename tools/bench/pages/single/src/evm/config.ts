import { defineChain } from 'viem';
import { createConfig, http } from 'wagmi';
import { networks } from '../networks.ts';

const { id, title, rpcUrl, symbol, decimals } = networks.evm;

const chain = defineChain({
  id: Number(id.slice('eip155:'.length)),
  name: title,
  nativeCurrency: { name: symbol, symbol, decimals },
  rpcUrls: { default: { http: [rpcUrl] } },
});

/** Its connectors are the wallets that announce themselves by EIP-6963. */
export const config = createConfig({ chains: [chain], transports: { [chain.id]: http() } });
