import { getLinkspan } from '@linkspan/app';
import { getProvider } from '@linkspan/app/evm';
import { draw } from './draw.ts';
import './style.css';

const libraries = {
  viem: () => import('./use-viem.ts'),
  wagmi: () => import('./use-wagmi.ts'),
  ethers: () => import('./use-ethers.ts'),
  kit: () => import('./use-solana-kit.ts'),
  walletAdapter: () => import('./use-wallet-adapter.ts'),
  near: () => import('./use-near.ts'),
};

const application = { linkspan: getLinkspan(), provider: getProvider(), libraries };
export type Application = typeof application;

Object.assign(globalThis, { application });
const root = document.querySelector('#root') as Element;
draw(root);
if (import.meta.hot) import.meta.hot.accept('./draw.ts', (next) => next?.draw(root));
