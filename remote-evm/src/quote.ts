import {
  addressOf,
  field,
  LinkspanError,
  networkOf,
  type Port,
  type Quote,
  type Recipient,
  type SendRequest,
} from '@linkspan/contract';
import { toSendReader } from '@linkspan/kit/readers';
import { findNetwork, type Readers } from '@linkspan/kit/session';
import { hasName } from '@linkspan/kit/unwrap';
import { type Client, numberToHex } from 'viem';
import { estimateFeesPerGas } from 'viem/actions';
import type { Caller } from './application/asked.ts';
import { createChainClient, openRequest, parseTransfer, precompileForm, toChain } from './chain.ts';
import { toNetworkError } from './failures.ts';
import { parseQuantity, type Request } from './history.ts';
import { send } from './send.ts';

/** The gas of a transfer to an address without code (Yellow Paper, appendix G, `G_transaction`). */
const transferGas = 21_000n;

/**
 * The gas of the transfer by the node's estimate, at the highest price that viem would offer for the next block, and the
 * recipient by its code. A roll-up's fee for data is not in it. Refused for an account that is a contract: others submit
 * and pay its calls. Rejects also with `network/would-fail`.
 */
export async function quote(intent: SendRequest, { networks, signal }: Port<'eip155'>): Promise<Quote> {
  const { to, value } = parseTransfer(intent);
  const network = findNetwork(networks, networkOf(intent.account), '');
  const request = openRequest(network, signal);
  const from = addressOf(intent.account);
  const code = readCode(request, to);
  try {
    const [gas, price, recipient] = await Promise.all([
      readGas(request, { from, to, value: numberToHex(value) }, { code, network: network.title }),
      readPrice(createChainClient(toChain(network), network, signal)),
      code.then((found) => toRecipient(to, found)),
      assertKeyed(request, from),
    ]);
    return { fee: String(gas * price), recipient };
  } catch (error) {
    throw toNetworkError(error, network.title);
  }
}

/** Of the page's own sends. */
export const readers: Readers<'eip155', Caller> = new Map([
  [
    'send',
    toSendReader(quote, ({ wallet, caller }, request, options) => {
      const chain = caller.chain(request.account);
      return send({ wallet, chain, isSafe: caller.isSafe, ask: caller.send }, request, options);
    }),
  ],
]);

/** Precompiles, addresses of one digit such as zero, and the usual ones for burning: nobody can have found their keys. */
const keylessForm = /^0x(([\da-f])\2{39}$|dead0{12})/i;

function toRecipient(address: string, code: string): Recipient {
  if (precompileForm.test(address) || keylessForm.test(address)) return { address, is: 'keyless' };
  return isContract(code) ? { address, is: 'contract' } : { address };
}

async function readCode(request: Request, address: string): Promise<string> {
  return String(await request({ method: 'eth_getCode', params: [address, 'latest'] }));
}

/** An account that delegates to code (EIP-7702) still has a key. */
function isContract(code: string): boolean {
  return code !== '0x' && !/^0xef0100/i.test(code);
}

async function assertKeyed(request: Request, from: string): Promise<void> {
  if (isContract(await readCode(request, from))) throw new Error('The account is a contract.');
}

/** A node that refuses to estimate, such as for an account that holds too little, still reports code. */
async function readGas(
  request: Request,
  call: object,
  { code, network }: { readonly code: Promise<string>; readonly network: string },
): Promise<bigint> {
  try {
    return toQuantity(await request({ method: 'eth_estimateGas', params: [call] }));
  } catch (cause) {
    if (isRevert(cause)) throw new LinkspanError('network/would-fail', { network }, { cause });
    if ((await code) === '0x') return transferGas;
    throw cause;
  }
}

/** Whether a node says that the call fails: EIP-1474 has 3, Nethermind -32015, and some only a text. */
function isRevert(error: unknown): boolean {
  const said = String(field(error, 'message') ?? '');
  if (/revert|invalid (opcode|jump)|bad instruction|out of gas/i.test(said)) return true;
  return [3, -32015].includes(Number(field(error, 'code'))) && !/insufficient|exceeds/i.test(said);
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
