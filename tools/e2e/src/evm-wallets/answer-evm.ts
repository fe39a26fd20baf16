import { evmAccounts } from '@linkspan/practice/accounts';
import { JsonRpcProvider, Wallet } from 'ethers';
import { evm } from '../page/families.ts';

/** A call of EIP-1193. */
export interface EvmCall {
  readonly method: string;
  readonly params?: readonly unknown[];
}

interface SentCall {
  readonly to: string;
  readonly value?: string;
  readonly data?: string;
}

/** What a stand-in for a wallet does otherwise than a person expects of it; a test sets it between two requests. */
export interface EvmBehavior {
  /** Signs by this account whatever was asked. */
  account?: string;
  /** Sends this much, in wei. */
  amount?: bigint;
  /** The chains that it has by now, the one in use first; the practice chain alone at first. */
  chains?: readonly number[];
}

/**
 * Answers as a wallet does whose person approves: it signs by the practice accounts' keys, and sends by the practice
 * chain. Rejects as EIP-1193 has it for what it does not know.
 */
export async function answerEvm({ method, params = [] }: EvmCall, behavior: EvmBehavior): Promise<unknown> {
  const key = evmAccounts.find(({ address }) => address === behavior.account) ?? evmAccounts[0];
  const chains = readChains(behavior);
  const network = evm.networks.find(({ id }) => id === `eip155:${chains[0]}`) ?? evm.networks[0];
  const asked = Number((params[0] as { readonly chainId?: string } | undefined)?.chainId);
  switch (method) {
    case 'eth_requestAccounts':
    case 'eth_accounts':
      return [evmAccounts[0]?.address.toLowerCase()];
    case 'eth_chainId':
      return `0x${chains[0]?.toString(16)}`;
    case 'personal_sign':
      return new Wallet(key?.privateKey ?? '').signMessage(Buffer.from(String(params[0]).slice(2), 'hex'));
    case 'eth_sendTransaction': {
      const node = new JsonRpcProvider(network.rpcUrl);
      const { to, value = 0, data = null } = params[0] as SentCall;
      const signer = new Wallet(key?.privateKey ?? '', node);
      const { hash } = await signer.sendTransaction({ to, data, value: behavior.amount ?? value });
      node.destroy();
      return hash;
    }
    case 'wallet_addEthereumChain':
      behavior.chains = [...chains, asked];
      return null;
    case 'wallet_switchEthereumChain':
      if (!chains.includes(asked)) throw { code: 4902, message: 'Unrecognized chain' };
      behavior.chains = [asked, ...chains.filter((one) => one !== asked)];
      return null;
    default:
      throw { code: 4200, message: `${method} is not supported` };
  }
}

/** The chains that it has, the one in use first. */
export function readChains({ chains }: EvmBehavior): readonly number[] {
  return chains ?? [Number(evm.networks[0].id.split(':')[1])];
}
