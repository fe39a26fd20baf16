import { getProvider } from '@linkspan/app/evm';
import { createWalletClient, custom, parseAbi, publicActions } from 'viem';

// What the same small application does in each framework.

const client = createWalletClient({ transport: custom(getProvider()), pollingInterval: 100 }).extend(
  publicActions,
);
const contract = {
  address: '0x00000000000000000000000000000000000000fe',
  abi: parseAbi(['function get() view returns (uint256)', 'function set(uint256)']),
} as const;

export async function setFare(fare: bigint): Promise<string> {
  const [account = null] = await client.getAddresses();
  const change = { ...contract, functionName: 'set', args: [fare] } as const;
  const hash = await client.writeContract({ ...change, account, chain: null });
  await client.waitForTransactionReceipt({ hash });
  return `The fare is ${await client.readContract({ ...contract, functionName: 'get' })}.`;
}
