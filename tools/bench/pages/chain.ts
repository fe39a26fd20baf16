import { defineChain } from 'viem';
import { networks } from './parts.tsx';

const { id, title, rpcUrl, symbol, decimals } = networks.evm;

/** The EVM practice network, as wagmi has it. */
export const chain = defineChain({
  id: Number(id.slice('eip155:'.length)),
  name: title,
  nativeCurrency: { name: symbol, symbol, decimals },
  rpcUrls: { default: { http: [rpcUrl] } },
});
