import { tryTo } from '@linkspan/kit/util';
import { base58 } from '@scure/base';

/** Whether a text is 32 bytes in base58. */
export function isBase58(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 44 && tryTo(() => base58.decode(value))?.length === 32;
}

/** Whether a text is an Ed25519 key: `ed25519:` and 32 bytes in base58. */
export function isKey(value: unknown): value is string {
  return (
    typeof value === 'string' && value.startsWith('ed25519:') && isBase58(value.slice('ed25519:'.length))
  );
}

/** The bytes of a key, `ed25519:` and base58. */
export function toKeyBytes(publicKey: string): Uint8Array {
  return base58.decode(publicKey.slice('ed25519:'.length));
}
