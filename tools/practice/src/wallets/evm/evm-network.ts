import type { Network } from '../network.ts';
import { findNetwork } from '../network.ts';
import type { WalletCore } from '../wallet-core.ts';
import { invalidParams } from '../wallet-error.ts';

/** The network that is chosen in the wallet. */
export function currentNetwork({ known, store }: WalletCore): Network {
  const networks = known();
  return findNetwork(networks, store.get().network) ?? networks[0];
}

/** Writes the chain id of `eip155:31337` as EIP-695 has it: `0x7a69`. */
export function toChainId(networkId: string): `0x${string}` {
  return `0x${BigInt(networkId.slice('eip155:'.length)).toString(16)}`;
}

/** The chain id that the wallet tells the page, as EIP-695 has it; no number where it tells rubbish. */
export function tellChainId(core: WalletCore): string {
  const isRubbish = core.store.get().switches.rubbish === 'network';
  return isRubbish ? 'harbour' : toChainId(currentNetwork(core).id);
}

/** Reads a chain id in hex and writes it as CAIP-2. Throws -32602. */
export function parseNetworkId(chainId: unknown): string {
  if (typeof chainId === 'string' && /^0x[0-9a-f]+$/i.test(chainId)) return `eip155:${BigInt(chainId)}`;
  throw invalidParams('chainId must be a text of hex digits after 0x.');
}
