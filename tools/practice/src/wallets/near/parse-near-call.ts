import { utf8ToBytes } from '@noble/hashes/utils.js';
import { isRecord } from '../shape.ts';
import { invalidParams, unsupported } from '../wallet-error.ts';
import type { NearAction, NearCall, NearPermission } from './near-action.ts';
import { parseNearPublicKey, toBytes } from './near-public-key.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a transaction: its actions as `{type, params}` of wallet connectors, or in the form of NEAR's own
 * libraries. Throws -32602 where it is malformed, 4200 for an action the wallet does not know.
 */
export function parseNearCall(value: unknown): NearCall {
  const { receiverId, actions } = isRecord(value) ? value : {};
  if (!Array.isArray(actions) || actions.length === 0) throw invalidParams('A transaction needs actions.');
  return { receiverId: parseNearText(receiverId, 'receiverId'), actions: actions.map(parseAction) };
}

/** Reads a text that is not empty. Throws -32602. */
export function parseNearText(value: unknown, name: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw invalidParams(`${name} must be a text that is not empty.`);
}

function parseAction(value: unknown): NearAction {
  if (!isRecord(value)) throw invalidParams('An action must be an object.');
  const { type, params } = value;
  if (typeof type === 'string') return readers(`${type[0]?.toLowerCase()}${type.slice(1)}`, params);
  // Beside the one action, classes of NEAR's libraries carry a field that repeats its name.
  const [name = '', fields] =
    Object.entries(value).find(([key, held]) => key !== 'enum' && isRecord(held)) ?? [];
  return readers(name, fields);
}

function readers(name: string, params: unknown): NearAction {
  const fields = isRecord(params) ? params : {};
  switch (name) {
    case 'createAccount':
      return { createAccount: {} };
    case 'deployContract':
      return { deployContract: { code: parseBytes(fields.code, 'code') } };
    case 'functionCall':
      return { functionCall: parseFunctionCall(fields) };
    case 'transfer':
      return { transfer: { deposit: parseUnits(fields.deposit, 'deposit') } };
    case 'stake':
      return {
        stake: {
          stake: parseUnits(fields.stake, 'stake'),
          publicKey: parseNearPublicKey(fields.publicKey),
        },
      };
    case 'addKey':
      return {
        addKey: {
          publicKey: parseNearPublicKey(fields.publicKey),
          accessKey: parseAccessKey(fields.accessKey),
        },
      };
    case 'deleteKey':
      return { deleteKey: { publicKey: parseNearPublicKey(fields.publicKey) } };
    case 'deleteAccount':
      return { deleteAccount: { beneficiaryId: parseNearText(fields.beneficiaryId, 'beneficiaryId') } };
    default:
      throw unsupported(`the action ${name}`);
  }
}

function parseFunctionCall({ methodName, args, gas, deposit }: Fields) {
  return {
    methodName: parseNearText(methodName, 'methodName'),
    args: toBytes(args) ?? utf8ToBytes(JSON.stringify(args ?? {})),
    gas: parseUnits(gas, 'gas'),
    deposit: parseUnits(deposit ?? 0, 'deposit'),
  };
}

function parseAccessKey(value: unknown) {
  const { nonce, permission } = isRecord(value) ? value : {};
  return { nonce: parseUnits(nonce ?? 0, 'nonce'), permission: parsePermission(permission) };
}

function parsePermission(value: unknown): NearPermission {
  if (value === 'FullAccess') return { fullAccess: {} };
  if (isRecord(value) && isRecord(value.fullAccess)) return { fullAccess: {} };
  const call = isRecord(value) && isRecord(value.functionCall) ? value.functionCall : value;
  const { receiverId, allowance, methodNames } = isRecord(call) ? call : {};
  return {
    functionCall: {
      allowance: allowance === undefined || allowance === null ? null : parseUnits(allowance, 'allowance'),
      receiverId: parseNearText(receiverId, 'receiverId'),
      methodNames: Array.isArray(methodNames) ? methodNames.map(String) : [],
    },
  };
}

function parseUnits(value: unknown, name: string): bigint {
  const digits = String(value);
  if (/^\d{1,39}$/.test(digits)) return BigInt(digits);
  throw invalidParams(`${name} must be a whole number in decimal digits.`);
}

function parseBytes(value: unknown, name: string): Uint8Array {
  const bytes = toBytes(value);
  if (bytes) return bytes;
  throw invalidParams(`${name} must be bytes.`);
}
