import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { startChains } from '@linkspan/practice/chains';

/** Starts the practice chains on free ports; answers where the first simulated Solana cluster listens. */
export async function startCluster(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const at = async () => {
    const port = await findPort();
    return { port, url: `http://127.0.0.1:${port}` };
  };
  const solana = await at();
  const rest = { evm: await at(), evmTwo: await at(), solanaWs: await at(), near: await at() };
  const { stop } = await startChains({ chains: { solana, ...rest } });
  return { url: solana.url, stop };
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
