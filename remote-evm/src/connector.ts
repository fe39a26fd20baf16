import { createElement } from 'react';
import { mainnet } from 'viem/chains';
import { createConfig, http } from 'wagmi';
import { getBalance } from 'wagmi/actions';
export const mount = () => {
  const c = createConfig({ chains: [mainnet], transports: { [mainnet.id]: http() }, storage: null });
  return { c, getBalance, createElement };
};
