import { startAnvil } from '@linkspan/practice/chains/evm';
import { startNearFixture } from '@linkspan/practice/chains/near';
import { startSolana } from '@linkspan/practice/chains/solana';

const genesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

/** Nodes of this machine that answer for networks with money, running. */
export interface MainNetworks extends AsyncDisposable {
  /** Their addresses by CAIP-2 id. */
  readonly nodes: Readonly<Record<string, string>>;
}

/** Starts a node of each family under the id of its network with money; its coins are the practice's. */
export async function startMainNetworks(): Promise<MainNetworks> {
  const free = { port: 0, now: Date.now };
  const evm = await startAnvil(1);
  const solana = await startSolana({ ...free, wsPort: 0, genesisHashes: [genesis, genesis] });
  const near = await startNearFixture({ ...free, chainIds: ['mainnet', 'testnet'] });
  const at = ({ port }: { readonly port: number }) => `http://localhost:${port}`;
  return {
    nodes: {
      'eip155:1': at(evm),
      [`solana:${genesis.slice(0, 32)}`]: at(solana),
      'near:mainnet': at(near),
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([evm, solana, near].map((one) => one.stop()));
    },
  };
}
