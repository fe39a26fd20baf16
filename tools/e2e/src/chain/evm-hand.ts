import { ask } from './read-balance.ts';

/** The hand of whoever makes blocks on the practice chain, and of a person who acts in their wallet elsewhere. */
export interface EvmHand {
  /** Whether each transaction makes a block, as at first. */
  automine(isOn: boolean): Promise<void>;
  mine(blocks: number): Promise<void>;
  /** Puts another transaction in the place of one that waits, for a higher fee; answers its id. */
  replace(hash: string, change?: { readonly to: string; readonly value: string }): Promise<string>;
  /** How many transactions of an account the chain has. */
  countOf(address: string): Promise<number>;
  /** A wallet estimates before it signs: code that reverts is put here while the transaction waits. */
  setCode(address: string, code: string): Promise<void>;
}

interface Waiting {
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly nonce: string;
}

const fees = { maxFeePerGas: '0x2540be4000', maxPriorityFeePerGas: '0x1a13b8600' } as const;

/** By anvil's own methods; it has the practice accounts' keys. */
export function openEvmHand(rpcUrl: string): EvmHand {
  const call = <Answer>(method: string, ...params: unknown[]) => ask<Answer>(rpcUrl, method, params);
  const toHex = (value: number) => `0x${value.toString(16)}`;
  return {
    automine: (isOn) => call('evm_setAutomine', isOn),
    mine: (blocks) => call('anvil_mine', toHex(blocks)),
    async replace(hash, change = undefined) {
      const { from, to, value, nonce } = await call<Waiting>('eth_getTransactionByHash', hash);
      return call('eth_sendTransaction', { from, to, value, nonce, gas: toHex(50_000), ...fees, ...change });
    },
    countOf: async (address) => Number(await call<string>('eth_getTransactionCount', address, 'latest')),
    setCode: (address, code) => call('anvil_setCode', address, code),
  };
}
