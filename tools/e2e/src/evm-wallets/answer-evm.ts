import { evmAccounts } from '@linkspan/practice/accounts';
import { JsonRpcProvider, Wallet } from 'ethers';
import { evm } from '../page/families.ts';

/** A call of EIP-1193. */
export interface EvmCall {
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** What a stand-in for a wallet does otherwise than a person expects of it; a test sets it between two requests. */
export interface EvmBehavior {
  /** Signs by this account whatever was asked. */
  account?: string;
  /** Sends this much, in wei. */
  amount?: bigint;
}

/**
 * Answers as a wallet does whose person approves: it signs by the practice accounts' keys, and sends by the practice
 * chain. Rejects as EIP-1193 has it for what it does not know.
 */
export async function answerEvm({ method, params = [] }: EvmCall, behavior: EvmBehavior): Promise<unknown> {
  const key = evmAccounts.find(({ address }) => address === behavior.account) ?? evmAccounts[0];
  const [network] = evm.networks;
  const chain = Number(network.id.split(':')[1]);
  switch (method) {
    case 'eth_requestAccounts':
    case 'eth_accounts':
      return [evmAccounts[0]?.address.toLowerCase()];
    case 'eth_chainId':
      return `0x${chain.toString(16)}`;
    case 'personal_sign':
      return new Wallet(key?.privateKey ?? '').signMessage(Buffer.from(String(params[0]).slice(2), 'hex'));
    case 'eth_sendTransaction': {
      const node = new JsonRpcProvider(network.rpcUrl);
      const { to, value } = params[0] as { readonly to: string; readonly value: string };
      const signer = new Wallet(key?.privateKey ?? '', node);
      const { hash } = await signer.sendTransaction({ to, value: behavior.amount ?? value });
      node.destroy();
      return hash;
    }
    default:
      throw { code: 4200, message: `${method} is not supported` };
  }
}
