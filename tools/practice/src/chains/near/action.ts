import type { Action, AccessKey as BorshAccessKey } from '@near-js/transactions';
import { base58, base64 } from '@scure/base';
import type { Permission } from './ledger.ts';
import { toInvalidTransaction } from './near-error.ts';

/** The actions that the fixture knows, of which it refuses to run `FunctionCall`. */
export type NearAction =
  | { readonly kind: 'CreateAccount' }
  | { readonly kind: 'Transfer'; readonly deposit: bigint }
  | { readonly kind: 'AddKey'; readonly publicKey: string; readonly permission: Permission }
  | { readonly kind: 'DeleteKey'; readonly publicKey: string }
  | {
      readonly kind: 'FunctionCall';
      readonly methodName: string;
      readonly args: Uint8Array;
      readonly gas: bigint;
      readonly deposit: bigint;
    };

/** A public key as Borsh holds it. */
export interface BorshPublicKey {
  readonly ed25519Key?: { readonly data: ArrayLike<number> };
  readonly secp256k1Key?: { readonly data: ArrayLike<number> };
}

/** Reads a decoded action. Refuses with `UnsupportedProtocolFeature` what the fixture does not know. */
export function toAction(action: Action): NearAction {
  if (action.createAccount) return { kind: 'CreateAccount' };
  if (action.transfer) return { kind: 'Transfer', deposit: action.transfer.deposit };
  if (action.addKey) {
    const permission = toPermission(action.addKey.accessKey);
    return { kind: 'AddKey', publicKey: toKeyText(action.addKey.publicKey), permission };
  }
  if (action.deleteKey) return { kind: 'DeleteKey', publicKey: toKeyText(action.deleteKey.publicKey) };
  if (action.functionCall) {
    const { methodName, args, gas, deposit } = action.functionCall;
    return { kind: 'FunctionCall', methodName, args: new Uint8Array(args), gas, deposit };
  }
  throw toUnsupported(Object.keys(action)[0] ?? 'unknown');
}

/** Shows an action in the form of NEAR's RPC. */
export function viewAction(action: NearAction): string | object {
  switch (action.kind) {
    case 'CreateAccount':
      return 'CreateAccount';
    case 'Transfer':
      return { Transfer: { deposit: String(action.deposit) } };
    case 'AddKey':
      return {
        AddKey: { public_key: action.publicKey, access_key: { nonce: 0, permission: action.permission } },
      };
    case 'DeleteKey':
      return { DeleteKey: { public_key: action.publicKey } };
    case 'FunctionCall':
      return { FunctionCall: viewCall(action) };
  }
}

/** What an action takes from its signer and gives to its receiver, in yoctoNEAR. */
export function toDeposit(action: NearAction): bigint {
  return 'deposit' in action ? action.deposit : 0n;
}

/** Writes a public key as NEAR does, such as `ed25519:` and base58. */
export function toKeyText({ ed25519Key, secp256k1Key }: BorshPublicKey): string {
  if (ed25519Key) return `ed25519:${base58.encode(Uint8Array.from(ed25519Key.data))}`;
  return `secp256k1:${base58.encode(Uint8Array.from(secp256k1Key?.data ?? []))}`;
}

function viewCall({ methodName, args, gas, deposit }: Extract<NearAction, { kind: 'FunctionCall' }>) {
  return { method_name: methodName, args: base64.encode(args), gas: Number(gas), deposit: String(deposit) };
}

function toPermission({ permission }: BorshAccessKey): Permission {
  const call = permission.functionCall;
  if (!call) return 'FullAccess';
  const allowance = call.allowance === undefined || call.allowance === null ? null : String(call.allowance);
  return { FunctionCall: { allowance, receiver_id: call.receiverId, method_names: call.methodNames } };
}

function toUnsupported(action: string): Error {
  const feature = { protocol_feature: `${action}, which the NEAR fixture does not have`, version: 0 };
  return toInvalidTransaction({ ActionsValidation: { UnsupportedProtocolFeature: feature } });
}
