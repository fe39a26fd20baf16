import type { BorshPublicKey } from './near-public-key.ts';

/** What a key may do, in the form that NEAR's Borsh schema has. */
export type NearPermission =
  | { readonly fullAccess: Readonly<Record<never, never>> }
  | {
      readonly functionCall: {
        readonly allowance: bigint | null;
        readonly receiverId: string;
        readonly methodNames: readonly string[];
      };
    };

/** An action of a NEAR transaction, in the form that NEAR's Borsh schema has. Amounts in yoctoNEAR. */
export type NearAction =
  | { readonly createAccount: Readonly<Record<never, never>> }
  | { readonly deployContract: { readonly code: Uint8Array } }
  | {
      readonly functionCall: {
        readonly methodName: string;
        readonly args: Uint8Array;
        readonly gas: bigint;
        readonly deposit: bigint;
      };
    }
  | { readonly transfer: { readonly deposit: bigint } }
  | { readonly stake: { readonly stake: bigint; readonly publicKey: BorshPublicKey } }
  | {
      readonly addKey: {
        readonly publicKey: BorshPublicKey;
        readonly accessKey: { readonly nonce: bigint; readonly permission: NearPermission };
      };
    }
  | { readonly deleteKey: { readonly publicKey: BorshPublicKey } }
  | { readonly deleteAccount: { readonly beneficiaryId: string } };

/** One transaction that a page asks for. */
export interface NearCall {
  readonly receiverId: string;
  readonly actions: readonly NearAction[];
}
