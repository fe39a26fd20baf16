import { getProvider } from '@linkspan/app/evm';
import { linkspanChains } from '@linkspan/app/wagmi';
import { type Address, createPublicClient, createWalletClient, custom, http, verifyTypedData } from 'viem';
import { feesAbi, permitOf } from './fees.ts';

const [chain] = linkspanChains();
const wallet = createWalletClient({ chain, transport: custom(getProvider()) });
const reader = createPublicClient({ chain, transport: http(), pollingInterval: 100 });
const account = async () => (await wallet.getAddresses())[0] as Address;

export const read = (address: Address) => reader.readContract({ address, abi: feesAbi, functionName: 'get' });

export const signMessage = async (message: string) =>
  wallet.signMessage({ account: await account(), message });

export async function signTypedData(contract: Address): Promise<boolean> {
  const address = await account();
  const typed = permitOf(chain.id, contract);
  const signature = await wallet.signTypedData({ account: address, ...typed });
  return verifyTypedData({ address, ...typed, signature });
}

/** Writes, and answers what the event says. */
export async function write(address: Address, fee: bigint): Promise<bigint | undefined> {
  const hash = await wallet.writeContract({
    account: await account(),
    address,
    abi: feesAbi,
    functionName: 'set',
    args: [fee],
  });
  const { blockNumber: fromBlock } = await reader.waitForTransactionReceipt({ hash });
  const changed = { address, abi: feesAbi, eventName: 'Changed', fromBlock, strict: true } as const;
  const [event] = await reader.getContractEvents(changed);
  return event?.args.fee;
}

export async function sendCalls(address: Address, fees: readonly bigint[]): Promise<string | undefined> {
  const { id } = await wallet.sendCalls({
    account: await account(),
    calls: fees.map((fee) => ({ to: address, abi: feesAbi, functionName: 'set', args: [fee] })),
  });
  return (await wallet.waitForCallsStatus({ id })).status;
}
