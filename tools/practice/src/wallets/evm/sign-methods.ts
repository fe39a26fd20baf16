import { base64 } from '@scure/base';
import { bytesToHex, bytesToString, type Hex, hexToBytes } from 'viem';
import { toSignedBytes } from '../odd-signature.ts';
import type { WalletCore } from '../wallet-core.ts';
import { invalidParams } from '../wallet-error.ts';
import type { EvmKey } from './evm-keys.ts';
import type { EvmMethods } from './evm-methods.ts';
import { currentNetwork } from './evm-network.ts';
import { parseMessage } from './evm-params.ts';
import { findEvmSigner, findOddSigner } from './evm-signer.ts';
import { parseTypedText } from './typed-text.ts';

/** Signing without sending: `personal_sign` of EIP-191 and `eth_signTypedData_v4` of EIP-712. */
export function signMethods(core: WalletCore, keys: readonly EvmKey[]): EvmMethods {
  return {
    personal_sign: async ([message, address]) => {
      const { name, account } = findEvmSigner(core, keys, address);
      const bytes = parseMessage(message);
      await core.approve({
        title: 'Sign a message',
        facts: [{ label: 'Account', value: `${name}, ${account.address}` }],
        text: toReadable(bytes),
      });
      const signer = findOddSigner(core, keys, { name, account });
      return toForm(core, await signer.account.signMessage({ message: { raw: toSignedBytes(core, bytes) } }));
    },
    eth_signTypedData_v4: async ([address, text]) => {
      const { name, account } = findEvmSigner(core, keys, address);
      const typed = parseTypedText(text, currentNetwork(core).id);
      await core.approve({
        title: `Sign typed data (${typed.primaryType})`,
        facts: [{ label: 'Account', value: `${name}, ${account.address}` }],
        text: JSON.stringify({ domain: typed.domain, message: typed.message }, null, 2),
      });
      const signature = await account.signTypedData(typed).catch((cause: unknown) => {
        throw Object.assign(invalidParams('The typed data does not fit its types.'), { cause });
      });
      return toForm(core, signature);
    },
  };
}

/** A signature in hex, or in base64 where it is to come in another form. */
function toForm({ store }: WalletCore, signature: Hex): string {
  if (store.get().switches.signs === 'zeros') return `0x${'00'.repeat(65)}`;
  return store.get().switches.otherSignatureForm ? base64.encode(hexToBytes(signature)) : signature;
}

function toReadable(bytes: Uint8Array): string {
  const text = bytesToString(bytes);
  // Bytes that are no text are shown as hex, since a person cannot judge replacement characters.
  return text.includes('\ufffd') ? bytesToHex(bytes) : text;
}
