import { type Network, tryTo } from '@linkspan/contract';
import { requestFactsMs } from '@linkspan/kit/limits';
import { within } from '@linkspan/kit/race';
import { type Address, decodeFunctionResult, encodeFunctionData, erc20Abi, type Hex } from 'viem';
import { openRequest } from '../chain.ts';
import { parseQuantity } from '../history.ts';

/** What a network tells about a request before a person is asked, in time; undefined for what it does not. Never rejects. */
export interface Facts {
  /** Of an account, in the token's smallest unit, if the contract is a token with decimals: an NFT counts other things. */
  balanceOf(token: string, owner: Address): Promise<bigint | undefined>;
  /** The unit in which people count a token, as its contract says. */
  unitOf(token: string): Promise<Unit | undefined>;
  /** In the coin's smallest unit. */
  gasPrice(): Promise<bigint | undefined>;
  /** By the node's estimate. */
  gasOf(transaction: object): Promise<bigint | undefined>;
  /** How many transactions of an account the network has, with those that are pending. */
  countOf(owner: Address): Promise<bigint | undefined>;
}

/** Of a token. */
export interface Unit {
  readonly decimals: number;
  /** One word, and not that of the network's coin. */
  readonly symbol: string;
}

const mostDecimals = 255n;
/** As many as a number of 256 bits has digits. */
const mostShownDecimals = 77;

/** A symbol that reads as nothing else: contracts write there what they like. */
function parseSymbol(answer: unknown): string | undefined {
  const decode = () => decodeFunctionResult({ abi: erc20Abi, functionName: 'symbol', data: answer as Hex });
  const symbol = tryTo(decode);
  const isWord = symbol !== undefined && /^[$]?[A-Za-z0-9][A-Za-z0-9.$_-]{0,11}$/.test(symbol);
  return isWord && /[A-Za-z]/.test(symbol) ? symbol : undefined;
}

const toLetters = (text: string) => text.replace(/[^A-Za-z0-9]/g, '').toLowerCase();

/** Facts of a network by the page's own nodes. */
export function openFacts(network: Network<'eip155'>, signal: AbortSignal): Facts {
  const request = openRequest(network, signal);
  const read = (method: string, ...params: unknown[]) =>
    within(request({ method, params }), requestFactsMs, () => new Error('The node is late.')).catch(
      () => undefined,
    );
  const ask = async (method: string, ...params: unknown[]) =>
    parseQuantity(await read(method, ...params), 64);
  const call = (to: string, data: string) => ask('eth_call', { to, data }, 'latest');
  const known = new Map<string, ReturnType<typeof readDecimals>>();
  let price: Promise<bigint | undefined> | undefined;

  async function readDecimals(token: string): Promise<number | undefined> {
    const decimals = await call(token, encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' }));
    return decimals !== undefined && decimals <= mostDecimals ? Number(decimals) : undefined;
  }

  function decimalsOf(token: string): ReturnType<typeof readDecimals> {
    const reading = known.get(token) ?? readDecimals(token);
    known.set(token, reading);
    return reading;
  }

  return {
    async balanceOf(token, owner) {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] });
      const [decimals, balance] = await Promise.all([decimalsOf(token), call(token, data)]);
      return decimals === undefined ? undefined : balance;
    },
    async unitOf(token) {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'symbol' });
      const [decimals, answer] = await Promise.all([
        decimalsOf(token),
        read('eth_call', { to: token, data }, 'latest'),
      ]);
      const symbol = parseSymbol(answer);
      // Without decimals it may count NFTs by their numbers.
      const isCounted = decimals !== undefined && decimals > 0 && decimals <= mostShownDecimals;
      const isCoin = symbol !== undefined && toLetters(symbol) === toLetters(network.symbol);
      return isCounted && symbol !== undefined && !isCoin ? { decimals, symbol } : undefined;
    },
    gasPrice() {
      price ??= ask('eth_gasPrice');
      return price;
    },
    gasOf: (transaction) => ask('eth_estimateGas', transaction),
    countOf: (owner) => ask('eth_getTransactionCount', owner, 'pending'),
  };
}
