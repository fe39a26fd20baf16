/** An action as the injected protocol writes it. Coins are in yoctoNEAR; they and the gas are decimal digits. */
export type Action =
  | { readonly type: 'Transfer'; readonly params: { readonly deposit: string } }
  | { readonly type: 'FunctionCall'; readonly params: FunctionCall };

export interface FunctionCall {
  readonly methodName: string;
  /** An object, which is written as `JSON.stringify` does; or bytes that are no JSON object. */
  readonly args: object | Uint8Array;
  readonly gas: string;
  readonly deposit: string;
}

/** Actions for one receiver: those of a transaction. */
export interface Batch {
  readonly receiverId: string;
  readonly actions: readonly Action[];
}

/** The arguments of a call as the chain has them. */
export function toArgBytes({ args }: Pick<FunctionCall, 'args'>): Uint8Array {
  return args instanceof Uint8Array ? args : new TextEncoder().encode(JSON.stringify(args));
}

/** What transactions pay their receivers, in yoctoNEAR. */
export function toAmount(batches: readonly Batch[]): string {
  const deposits = batches.flatMap(({ actions }) => actions.map(({ params }) => BigInt(params.deposit)));
  return String(deposits.reduce((sum, one) => sum + one, 0n));
}

/** The SHA-256 of transactions' receivers and actions in hexadecimal digits, to find them on the chain. */
export async function toDigest(batches: readonly Batch[]): Promise<string> {
  const toParts = (action: Action) =>
    action.type === 'Transfer'
      ? [action.type, action.params.deposit]
      : [
          ...[action.type, action.params.methodName, toHexDigits(toArgBytes(action.params))],
          ...[action.params.gas, action.params.deposit],
        ];
  const text = JSON.stringify(batches.map(({ receiverId, actions }) => [receiverId, actions.map(toParts)]));
  return toHexDigits(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

/** Bytes in base64. Throws for another text. */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Bytes in base64. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Bytes in hexadecimal digits. */
export function toHexDigits(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
