type Verify = Parameters<SubtleCrypto['verify']>;

/** WebCrypto that remembers. */
export interface RememberingCrypto {
  /** Whether it is working something out. */
  isBusy(): boolean;
  /** Gives the platform's own back. */
  close(): void;
}

/**
 * Has the platform's WebCrypto work each key, hash and signature out once, and answers what it said where all that
 * went in is equal, byte by byte. Many visitors verify few documents.
 */
export function openRememberingCrypto(): RememberingCrypto {
  const real = crypto.subtle;
  let working = 0;
  const keyBytes = new WeakMap<CryptoKey, string>();

  function remember<Value>(): (text: string, work: () => Promise<Value>) => Promise<Value> {
    const known = new Map<string, Promise<Value>>();
    return (text, work) => {
      const answer = known.get(text);
      if (answer !== undefined) return answer;
      working += 1;
      const first = work().finally(() => {
        working -= 1;
      });
      known.set(text, first);
      return first;
    };
  }

  const [keys, hashes, signatures] = [remember<CryptoKey>(), remember<ArrayBuffer>(), remember<boolean>()];
  const subtle = {
    importKey(form: 'raw', bytes: Uint8Array<ArrayBuffer>, ...rest: ['Ed25519', boolean, KeyUsage[]]) {
      const text = toText(bytes);
      return keys(`${form} ${rest.join()} ${text}`, async () => {
        const key = await real.importKey(form, bytes, ...rest);
        keyBytes.set(key, text);
        return key;
      });
    },
    digest: (name: string, bytes: Uint8Array<ArrayBuffer>) =>
      hashes(`${name} ${toText(bytes)}`, () => real.digest(name, bytes)),
    verify(...[name, key, signature, message]: Verify) {
      const about = [keyBytes.get(key), toText(signature as Uint8Array), toText(message as Uint8Array)];
      return signatures(`${name} ${about.join('')}`, () => real.verify(name, key, signature, message));
    },
  };
  Object.defineProperty(crypto, 'subtle', { value: subtle, configurable: true });
  return { isBusy: () => working > 0, close: () => void Reflect.deleteProperty(crypto, 'subtle') };
}

/** One character for each byte. */
function toText({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1');
}
