/** What a wallet is asked to sign, as NEP-413 has it. */
export interface Nep413Message {
  readonly message: string;
  /** For whom it is signed. */
  readonly recipient: string;
  /** 32 bytes. */
  readonly nonce: Uint8Array;
  /** Where a wallet that leaves the page brings its answer. */
  readonly callbackUrl?: string | undefined;
}

/** Keeps a message from being a transaction: 2 to the 31st, plus 413. */
const tag = 2_147_484_061;

/** The 32 bytes that a key signs: the SHA-256 of tag and message in Borsh (NEP-413, "Verification"). */
export async function toNep413Hash({
  message,
  nonce,
  recipient,
  callbackUrl,
}: Nep413Message): Promise<Uint8Array> {
  const callback = callbackUrl === undefined ? [[0]] : [[1], ...toText(callbackUrl)];
  const parts = [toU32(tag), ...toText(message), nonce, ...toText(recipient), ...callback];
  const payload = new Uint8Array(await new Blob(parts.map((part) => new Uint8Array(part))).arrayBuffer());
  return new Uint8Array(await crypto.subtle.digest('SHA-256', payload));
}

function toText(text: string): readonly Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  return [toU32(bytes.length), bytes];
}

function toU32(number: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number, true);
  return bytes;
}
