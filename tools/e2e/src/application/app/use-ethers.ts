import { getProvider } from '@linkspan/app/evm';
import { BrowserProvider, Contract } from 'ethers';
import { permitOf } from './fees.ts';

const provider = new BrowserProvider(getProvider());
const abi = [
  'function get() view returns (uint256)',
  'function set(uint256 fee)',
  'event Changed(uint256 fee)',
];

export const read = async (address: string): Promise<bigint> =>
  new Contract(address, abi, provider).getFunction('get')();

export async function write(address: string, fee: bigint): Promise<number> {
  const contract = new Contract(address, abi, await provider.getSigner());
  const sent = await contract.getFunction('set')(fee);
  return (await sent.wait()).logs.length;
}

export async function signTypedData(contract: `0x${string}`, chainId: number): Promise<string> {
  const { domain, types, message } = permitOf(chainId, contract);
  return (await provider.getSigner()).signTypedData(domain, types, message);
}
