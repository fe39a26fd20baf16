import { linkspan, linkspanChains, linkspanTransports } from '@linkspan/app/wagmi';
import {
  connect,
  createConfig,
  disconnect,
  getConnection,
  readContract,
  reconnect,
  signMessage as sign,
  switchChain,
  waitForTransactionReceipt,
  writeContract,
} from '@wagmi/core';
import type { Address } from 'viem';
import { feesAbi } from './fees.ts';

const config = createConfig({
  chains: linkspanChains(),
  transports: linkspanTransports(),
  connectors: [linkspan()],
  multiInjectedProviderDiscovery: false,
});
const [connector] = config.connectors;

export const restore = () => reconnect(config);
export const open = () => connector && connect(config, { connector });
export const leave = () => disconnect(config);
export const state = () => getConnection(config);
export const signMessage = (message: string) => sign(config, { message });
export const change = (chainId: number) => switchChain(config, { chainId });
export const read = (address: Address) =>
  readContract(config, { address, abi: feesAbi, functionName: 'get' });

export async function write(address: Address, fee: bigint): Promise<bigint> {
  const hash = await writeContract(config, { address, abi: feesAbi, functionName: 'set', args: [fee] });
  await waitForTransactionReceipt(config, { hash });
  return read(address);
}
