import { addressOf, networkOf } from '@linkspan/contract';
import { findNetwork, type QuoteSend } from '@linkspan/kit/session';
import { hasName } from '@linkspan/kit/unwrap';
import { type Client, numberToHex } from 'viem';
import { estimateFeesPerGas } from 'viem/actions';
import { createChainClient, openRequest, parseTransfer, toChain } from './chain.ts';
import { toNetworkError } from './failures.ts';
import { parseQuantity, type Request } from './history.ts';

/** The gas of a transfer to an address without code (Yellow Paper, appendix G, `G_transaction`). */
const transferGas = 21_000n;

/**
 * The gas of the transfer by the node's estimate, at the highest price that viem would offer for the next block. A
 * roll-up's fee for data is not in it. Refused for an account that is a contract: others submit and pay
 * its calls.
 */
export const quote: QuoteSend<'eip155'> = async (intent, { networks, signal }) => {
  const { to, value } = parseTransfer(intent);
  const network = findNetwork(networks, networkOf(intent.account), '');
  const request = openRequest(network, signal);
  const from = addressOf(intent.account);
  const call = { from, to, value: numberToHex(value) };
  try {
    const [gas, price] = await Promise.all([
      readGas(request, call),
      readPrice(createChainClient(toChain(network), network, signal)),
      assertKeyed(request, from),
    ]);
    return { fee: String(gas * price) };
  } catch (error) {
    throw toNetworkError(error, network.title);
  }
};

/** An account that delegates to code (EIP-7702) still has a key. */
async function assertKeyed(request: Request, from: string): Promise<void> {
  const code = String(await request({ method: 'eth_getCode', params: [from, 'latest'] }));
  if (code !== '0x' && !/^0xef0100/i.test(code)) throw new Error('The account is a contract.');
}

/** A node that refuses to estimate, such as for an account that holds too little, still reports code. */
async function readGas(request: Request, call: { readonly to: string }): Promise<bigint> {
  try {
    return toQuantity(await request({ method: 'eth_estimateGas', params: [call] }));
  } catch (error) {
    const code = await request({ method: 'eth_getCode', params: [call.to, 'latest'] });
    if (code === '0x') return transferGas;
    throw error;
  }
}

/** In wei for each unit of gas: EIP-1559, or the gas price of a chain without it. */
async function readPrice(client: Client): Promise<bigint> {
  try {
    return (await estimateFeesPerGas(client)).maxFeePerGas;
  } catch (error) {
    if (!hasName(error, 'Eip1559FeesNotSupportedError')) throw error;
    return (await estimateFeesPerGas(client, { type: 'legacy', chain: null })).gasPrice;
  }
}

function toQuantity(answer: unknown): bigint {
  const quantity = parseQuantity(answer, 16);
  if (quantity === undefined) throw new Error('The node returned no gas.');
  return quantity;
}
