import { type Code, isA, LinkspanError, toError, toFailure } from '@linkspan/contract';

/**
 * The numbers of EIP-1193, "Provider Errors", and of EIP-1474, by the codes that they stand for. A node that did not answer is
 * not -32603: viem takes that number for the revert of a contract. What may have been sent has a number of its own: viem asks
 * again after -32603.
 */
const numbers: { readonly [code in Code]?: number } = {
  'wallet/rejected': 4001,
  'wallet/closed': 4001,
  'wallet/cancelled': 4001,
  'wallet/may-be-sent': -32050,
  'wallet/unsupported': 4200,
  'wallet/network-unsupported': 4902,
  'wallet/pending': -32002,
  'wallet/busy': -32002,
  'wallet/not-connected': 4100,
  'wallet/account-changed': 4100,
  'wallet/unauthorized': 4100,
  'wallet/gone': 4900,
  'wallet/revoked': 4900,
  'wallet/disconnected': 4900,
  'wallet/network-changed': 4901,
  'network/unreachable': 4901,
  'network/other-chain': 4901,
  'network/portal': 4901,
  'network/malformed': 4901,
  'network/busy': -32005,
  'remote/unknown-family': -32602,
  'network/reverted': 3,
  'network/would-fail': 3,
};

/** The number of an error in EIP-1193 or EIP-1474: of its code, else of its stage; -32603 of all others. */
export function rpcCodeOf({ code }: Pick<LinkspanError, 'code'>): number {
  const own = numbers[code];
  if (own !== undefined) return own;
  if (/^(release|loader)\//.test(code)) return 4900;
  return code.startsWith('input/') ? -32602 : -32603;
}

/** Any error of the shell, whose bundle has a class of its own, as an application gets it. */
export function toLinkspanError(error: unknown): LinkspanError {
  if (isA(error, LinkspanError)) return error;
  return toError(toFailure(error, { code: 'remote/failed', context: {} }), error);
}
