import { base58 } from '@scure/base';
import type { WalletCore } from '../wallet-core.ts';

/** A signature as the Wallet Standard has it, in 64 bytes; in base58 where it is to come in another form. */
export function toForm({ store }: WalletCore, signature: Uint8Array): Uint8Array {
  if (!store.get().switches.otherSignatureForm) return signature;
  // The type says what the page may rely on, and the switch is there to break just that.
  return base58.encode(signature) as unknown as Uint8Array;
}
