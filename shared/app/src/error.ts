import { type Code, type Context, LinkspanError as ContractError, codeOf, field } from '@linkspan/contract';

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

/** The number of a code: by itself, else of its stage; -32603 of all others. */
function numberOf(code: string): number {
  const own = Object.hasOwn(numbers, code) ? numbers[code as Code] : undefined;
  if (own !== undefined) return own;
  if (/^(release|loader)\//.test(code)) return 4900;
  return code.startsWith('input/') ? -32602 : -32603;
}

/** An error of a command. Match on `code`, one of the contract's; `rpcCode` is its number of EIP-1193 or EIP-1474. */
export class LinkspanError extends Error {
  override readonly name = 'LinkspanError';
  readonly rpcCode: number;
  /** The parts of the sentence, such as the wallet's name. */
  readonly context: Readonly<Record<string, string>>;
  readonly code: string;

  constructor(code: string, context: Readonly<Record<string, string>> = {}, options?: ErrorOptions) {
    super(detailOf(code, context), options);
    this.code = code;
    this.context = context;
    this.rpcCode = numberOf(code);
  }
}

function detailOf(code: string, context: Readonly<Record<string, string>>): string {
  const parts = Object.entries(context).map(([name, value]) => `${name}: ${value}`);
  return parts.length === 0 ? code : `${code} (${parts.join(', ')})`;
}

/** Any error of the shell, as an application gets it. The abort of a signal is `wallet/cancelled`. */
export function toLinkspanError(error: unknown): LinkspanError {
  if (error instanceof LinkspanError) return error;
  const context = field(error, 'context');
  const known = typeof context === 'object' && context !== null ? Object.entries(context) : [];
  const texts = known.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return new LinkspanError(codeOf(error) ?? 'remote/failed', Object.fromEntries(texts), { cause: error });
}

/** An error of the contract, for what the application itself got wrong. */
export function toRefusal<C extends Code>(code: C, context: Context<C>): LinkspanError {
  return toLinkspanError(new ContractError(code, context));
}
