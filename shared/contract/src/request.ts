import type { Failure } from './failure.ts';
import type { AccountId, NetworkId } from './ids.ts';
import type { Intent, Quote, Signed } from './intent.ts';
import type { Token } from './network.ts';
import type { SendOptions, Sent, Settled } from './settle.ts';

/** A text to be signed unchanged. */
export interface MessageRequest {
  readonly kind: 'message';
  readonly account: AccountId;
  readonly text: string;
}

/** A sign-in, chain-neutral, in the data model of CAIP-122. */
export interface SignInRequest {
  readonly kind: 'sign-in';
  readonly account: AccountId;
  /** RFC 3986 authority of the page. */
  readonly domain: string;
  readonly uri: string;
  /** One line of plain ASCII (EIP-4361). */
  readonly statement?: string;
  /** Eight or more letters and digits, never used before. */
  readonly nonce: string;
  /** RFC 3339. */
  readonly issuedAt: string;
  /** RFC 3339. */
  readonly expiresAt: string;
  /** RFC 3339. */
  readonly notBefore?: string;
  readonly requestId?: string;
  /** RFC 3986 URIs. */
  readonly resources?: readonly string[];
}

/** A transfer of the network's native coin. */
export interface SendRequest {
  readonly kind: 'send';
  readonly account: AccountId;
  /** The recipient in the chain's own format. */
  readonly to: string;
  /** In the smallest unit, as decimal digits; more than zero. */
  readonly amount: string;
}

/** A token for the wallet's own list. */
export interface TokenRequest extends Token {
  readonly kind: 'token';
  readonly account: AccountId;
}

/** What a connected wallet can do: kinds of `PageRequest`, and commands of `Handle`. The page offers only declared ones. */
export const capabilities = [
  'message',
  'sign-in',
  'send',
  'token',
  'switchNetwork',
  'switchAccount',
] as const;

export type Capability = (typeof capabilities)[number];

/** A request of the page itself. `account` must be the one in use. */
export type PageRequest = MessageRequest | SignInRequest | SendRequest | TokenRequest;

/** The part of a sign-in that an application gives. `expiresAt` is ten minutes from now by default. */
export type SignInFields = Pick<SignInRequest, 'nonce' | 'statement' | 'resources'> &
  Partial<Pick<SignInRequest, 'expiresAt'>>;

/**
 * A request of the page as its views or its application make it. The page adds the account in use, and to a sign-in its own
 * address and the times.
 */
export type RequestInput =
  | Omit<MessageRequest, 'account'>
  /** Without fields the page makes a nonce and a statement of its own. */
  | { readonly kind: 'sign-in'; readonly fields?: SignInFields }
  /** With the account that the person saw, if that is known. */
  | (Omit<SendRequest, 'account'> & Partial<Pick<SendRequest, 'account'>>)
  | Omit<TokenRequest, 'account'>;

/** A request of the page's application, as the chain's standard writes it (EIP-1193). The remote parses it. */
export interface CallRequest<Namespace extends string = string> {
  readonly kind: 'call';
  readonly method: string;
  /** A copy that nobody changes, of the values that JSON has. */
  readonly params?: unknown;
  /** The network that the application is on, also while no wallet is connected. */
  readonly network: NetworkId<Namespace>;
  /** What the application says that it is for: a claim, shown as one. A remote does not get it. */
  readonly summary?: string;
  /** What the application says about contracts that the page may not know: a claim. On Ethereum, the ABI as JSON. */
  readonly abi?: unknown;
}

/** The longest `abi`, as JSON, in characters: a longer one is left out. */
export const mostAbi = 60_000;

/** What a wallet is asked, by the page itself or by its application. */
export type WalletRequest<Namespace extends string = string> = PageRequest | CallRequest<Namespace>;

/** A request as the remote has read it: nobody has been asked yet. */
export type Reading<Namespace extends string = string> =
  /** No person is asked: a node of the page answers, or the wallet by itself. */
  | { readonly asks: 'nobody'; answer(): Promise<Answer> }
  /** The page switches its network. `answer` is the result for the application, once that is done. */
  | { readonly asks: 'network'; readonly network: NetworkId<Namespace>; answer(): Promise<Answer> }
  | PersonReading;

/** The wallet asks a person. */
export interface PersonReading {
  readonly asks: 'person';
  readonly intent: Intent;
  /** What the network says about a send, or why it says nothing: a person may know better. */
  readonly quote?: Quote | Failure;
  /**
   * Has the wallet do it. For a transaction it calls `noted` right before the wallet is asked, and settles once the network
   * has taken it. Rejects with a `SendCode`.
   */
  answer(options: SendOptions): Promise<Answer>;
}

export interface Answer {
  /**
   * The result for the application, as the chain's standard writes it. Missing if that is the id of `sent` on the chain, which
   * has none yet: it is known once it has landed.
   */
  readonly value?: unknown;
  /** Of a message and of a sign-in of the page. */
  readonly signed?: Signed;
  /** The transaction, if the request asked for one. */
  readonly sent?: Sent;
  /**
   * Looks up the outcome of `sent` in place of `Handle.settle`, as long as the wallet that has answered is open: it knows more
   * than the chain. Rejects with an error that says nothing about the send.
   */
  look?(): Promise<Settled>;
}

/** EIP-4361, "ABNF Message Format": whether a text can be a statement. */
export function isStatement(value: string): boolean {
  return /^[\w .~:/?#[\]@!$&'()*+,;=-]+$/.test(value);
}
