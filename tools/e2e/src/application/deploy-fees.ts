import { ask } from '../chain/read-balance.ts';
import { evm } from '../page/families.ts';

/** `feesAbi`, assembled by hand: `set` stores its argument in slot 0 and logs `Changed`, `get` returns it. */
const code =
  '0x605b80600b6000396000f360003560e01c806360fe47b114601d57636d4ce63c14604f57600080fd5b600435806000556000527f938d2ee5be9cfb0f7270ee2eff90507e94b37625d9d2b3a61c97d30a4560b82960206000a1005b60005460005260206000f3';

/** Puts the contract of the tests on the practice chain, by an account of anvil's own. Returns its address. */
export async function deployFees(): Promise<`0x${string}`> {
  const { rpcUrl } = evm.networks[0];
  const [, , , from] = await ask<string[]>(rpcUrl, 'eth_accounts', []);
  const hash = await ask<string>(rpcUrl, 'eth_sendTransaction', [{ from, data: code }]);
  const receipt = await ask<{ contractAddress: `0x${string}` }>(rpcUrl, 'eth_getTransactionReceipt', [hash]);
  return receipt.contractAddress;
}
