import { getProvider, getWallet } from '@linkspan/app/near';
import { actionCreators } from '@near-js/transactions';

export const read = (contractId: string) => getProvider().callFunction({ contractId, method: 'get_fee' });

/** Sets the fee, as the wallet selector writes an action. */
export async function write(contractId: string, fee: string): Promise<unknown> {
  await getWallet().signAndSendTransaction({
    receiverId: contractId,
    actions: [
      {
        type: 'FunctionCall',
        params: { methodName: 'set_fee', args: { fee }, gas: '30000000000000', deposit: '1' },
      },
    ],
  });
  return read(contractId);
}

/** Sets two fees by actions of NEAR's own library. */
export async function writeTwice(contractId: string, fees: readonly [string, string]): Promise<unknown> {
  const actions = fees.map((fee) => {
    const args = new TextEncoder().encode(JSON.stringify({ fee }));
    return actionCreators.functionCall('set_fee', args, 30_000_000_000_000n, 1n);
  });
  await getWallet().signAndSendTransaction({ receiverId: contractId, actions });
  return read(contractId);
}
