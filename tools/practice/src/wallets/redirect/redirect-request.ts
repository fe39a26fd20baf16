import { base64 } from '@scure/base';
import type { NearCall } from '../near/near-action.ts';
import { parseNearTransaction } from '../near/near-transaction.ts';
import type { Nep413Message } from '../near/nep413.ts';
import { invalidParams } from '../wallet-error.ts';

/** What a site asks of the redirect wallet by its address. */
export type RedirectRequest =
  | {
      readonly flow: 'login';
      readonly successUrl: URL;
      readonly failureUrl: URL;
      /** A key the site wants to be added for calls of a contract. The practice wallet adds none. */
      readonly contractId: string | undefined;
    }
  | {
      readonly flow: 'sign-message';
      readonly message: Nep413Message;
      readonly callbackUrl: URL;
      readonly state: string | undefined;
    }
  | {
      readonly flow: 'sign';
      readonly signerId: string;
      readonly calls: readonly NearCall[];
      readonly callbackUrl: URL;
      readonly meta: string | undefined;
      /** As the site names it; missing is the first. */
      readonly network: string | undefined;
    };

/** Reads the query of the redirect wallet's address. Throws -32602 that names the field. */
export function parseRedirectRequest(query: URLSearchParams): RedirectRequest {
  const flow = query.get('flow');
  if (flow === 'login') return parseLogin(query);
  if (flow === 'sign-message') return parseSignMessage(query);
  if (flow === 'sign') return parseSign(query);
  throw invalidParams('flow must be login, sign-message or sign.');
}

function parseLogin(query: URLSearchParams): RedirectRequest {
  const successUrl = parseReturn(query, 'success_url');
  return {
    flow: 'login',
    successUrl,
    failureUrl: query.has('failure_url') ? parseReturn(query, 'failure_url') : successUrl,
    contractId: query.get('contract_id') ?? undefined,
  };
}

function parseSignMessage(query: URLSearchParams): RedirectRequest {
  const callbackUrl = parseReturn(query, 'callbackUrl');
  const nonce = parseBytes(demand(query, 'nonce'), 'nonce');
  if (nonce.length !== 32) throw invalidParams('nonce must be 32 bytes in base64.');
  const message = demand(query, 'message');
  const recipient = demand(query, 'recipient');
  return {
    flow: 'sign-message',
    // NEP-413 signs the address as the site wrote it, not as a browser would write it.
    message: { message, nonce, recipient, callbackUrl: demand(query, 'callbackUrl') },
    callbackUrl,
    state: query.get('state') ?? undefined,
  };
}

function parseSign(query: URLSearchParams): RedirectRequest {
  const transactions = demand(query, 'transactions')
    .split(',')
    .map((part) => parseNearTransaction(parseBytes(part, 'transactions')));
  const signers = [...new Set(transactions.map(({ signerId }) => signerId))];
  const [signerId] = signers;
  if (signerId === undefined || signers.length > 1) throw invalidParams('transactions must have one signer.');
  return {
    flow: 'sign',
    signerId,
    calls: transactions,
    callbackUrl: parseReturn(query, 'callbackUrl'),
    meta: query.get('meta') ?? undefined,
    network: query.get('network') ?? undefined,
  };
}

function parseReturn(query: URLSearchParams, name: string): URL {
  const text = demand(query, name);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // An address such as javascript: or data: would run as the wallet.
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return url;
  throw invalidParams(`${name} must be an address with http or https.`);
}

function demand(query: URLSearchParams, name: string): string {
  const text = query.get(name);
  if (text !== null && text !== '') return text;
  throw invalidParams(`${name} is missing.`);
}

function parseBytes(text: string, name: string): Uint8Array {
  try {
    // A plus sign that the site did not escape arrives as a space.
    return base64.decode(text.replaceAll(' ', '+'));
  } catch (cause) {
    throw Object.assign(invalidParams(`${name} must be in base64.`), { cause });
  }
}
