import type { AccountId } from './ids.ts';

/**
 * What a request asks of a person, as the remote has read it: what they can compare with the wallet's own window. The
 * wallet's window is what counts.
 */
export type Intent = {
  readonly account: AccountId;
  /** The kind of the page's request, or the method of the application's as its standard names it: `eth_signTypedData_v4`. */
  readonly method: string;
  /** At most 300, in the order of the request. One of `more` stands last if the request has more than the lines show. */
  readonly lines: readonly RequestLine[];
} & (
  | {
      readonly asksFor: 'signature';
      /** A transaction is signed, which this page does not send: whoever has it can. */
      readonly isTransaction?: true;
    }
  /** It changes something in the wallet alone, such as a token in its list. */
  | { readonly asksFor: 'approval' }
  | { readonly asksFor: 'transaction'; readonly moves: Moves }
);

/** The coins that a transaction moves, as `Unsettled` has them. */
export interface Moves {
  /** The recipient or the contract, in the chain's own format; empty for a new contract, and for several. */
  readonly to: string;
  /** In the smallest unit of the network's native coin, as decimal digits; perhaps zero. */
  readonly amount: string;
}

/** An intent that can move coins. */
export type SendingIntent = Intent & { readonly asksFor: 'transaction' };

export function isSending(intent: Intent | undefined): intent is SendingIntent {
  return intent?.asksFor === 'transaction';
}

/** One line of a request. */
export interface RequestLine {
  readonly is: LineKind;
  /**
   * The name of a field or an argument in the request itself, with those around it: `order.seller`. Of a contract, the
   * name by which the remote knows it.
   */
  readonly name?: string;
  /** As text; an amount of native coins in the smallest unit, as decimal digits. At most 300 characters. */
  readonly value: string;
  /** Of data that `value` shows the beginning of: how many bytes it has. */
  readonly bytes?: number;
  /** Why a person should look twice. */
  readonly warning?: LineWarning;
  /** Named by the application, not known to the page: see `CallRequest.abi`. */
  readonly claimed?: true;
}

export const lineWarnings = [
  /** An amount or a time without a limit. */
  'unlimited',
  /** All tokens of the contract, also later ones. */
  'all-tokens',
  /** A sign-in to another site than this page's (EIP-4361). */
  'other-site',
  /** Someone may spend more than the account has now. */
  'above-balance',
  /** Someone may spend more than a payment needs; the chain has not told what the account has. */
  'large',
  /** The chain will read it, and this remote cannot: a known function, instruction or field in another form. */
  'unread',
  /** A fee, or a price of it, far above the network's. */
  'fee',
  /** It takes the place of a transaction of the account that is still pending. */
  'replaces',
  /** What is not shown can move coins or tokens. */
  'moves',
] as const;

export type LineWarning = (typeof lineWarnings)[number];

export const lineKinds = [
  /** Who asks, as the request says: a name, and a version. */
  'domain',
  /** The contract that verifies or that is called; the recipient of plain coins; the token. */
  'contract',
  'recipient',
  'token',
  /** A network that the request names. */
  'network',
  /** The name of a structure, or of a function with the types of its arguments. */
  'type',
  'function',
  /** A field or an argument, by its `name`. */
  'field',
  /** Native coins. */
  'amount',
  /** A text to be signed, of at most 2,000 characters. */
  'text',
  /** Of a sign-in, CAIP-122: the page's authority, the statement, the nonce, and the RFC 3339 time until which it holds. */
  'site',
  'statement',
  'nonce',
  'until',
  /** Data that the remote cannot read, in hexadecimal digits. */
  'data',
  /** The number of the call that the lines after it belong to, of several. */
  'call',
  /** An account or a contract that may then spend tokens. */
  'spender',
  /** An amount of tokens that go or may be spent, as the request has it; by its contract's own decimals, with its symbol. */
  'tokens',
  /** What a transfer of the account pays, in whole tokens; with the symbol, if the token's contract tells one. */
  'paid',
  /** The call creates a contract. */
  'creation',
  /** The request has more than the lines show: so many lines are left out, or 0 if only parts of them are. */
  'more',
] as const;

export type LineKind = (typeof lineKinds)[number];

/** A signature, with everything to verify it. */
export type Signed = {
  readonly account: AccountId;
  /** The text that was signed. */
  readonly message: string;
  /**
   * True if the remote has verified the signature against the account. Missing if it could not, such as for a contract
   * account on a chain that does not answer. A signature that is wrong is never returned.
   */
  readonly isVerified?: true;
} & (
  | {
      /**
       * EIP-191 `personal_sign`; `signature` is `0x` and 130 hexadecimal digits, or more (an even number) of a wallet
       * that is a contract, which is verified by EIP-1271.
       */
      readonly scheme: 'eip191';
      readonly signature: string;
    }
  | {
      /** Ed25519 by the account's key; `signature` is base58. */
      readonly scheme: 'solana:ed25519';
      readonly signature: string;
      /**
       * The bytes that were signed, in base64. They are the UTF-8 of `message`, or end with it after the header of
       * an off-chain message, which a wallet may put before it (Wallet Standard, `solana:signMessage`).
       */
      readonly signedBytes?: string;
    }
  | {
      /** NEP-413; `signature` is base64, `publicKey` is `ed25519:` and base58, `nonce` is base64 of 32 bytes. */
      readonly scheme: 'nep413';
      readonly signature: string;
      readonly publicKey: string;
      readonly nonce: string;
      readonly recipient: string;
      /** Signed if present. */
      readonly callbackUrl?: string;
      /** As the wallet has returned it; not signed. */
      readonly state?: string;
    }
  /** A family that the contract does not know yet. */
  | { readonly scheme: `x-${string}`; readonly signature: string; readonly publicKey?: string }
);

/** A send as the network sees it before a wallet is asked. */
export interface Quote {
  /** In the smallest unit of the network's coin, as decimal digits: approximately the maximum. Negative if it is paid out. */
  readonly fee: string;
  /** Missing if the network was not asked about it. */
  readonly recipient?: Recipient;
  /**
   * The most that can be sent, in the smallest unit: the balance less the fee, what a wallet may add to it, and what has
   * to stay in the account. Missing if it is the balance less the fee.
   */
  readonly most?: string;
}

/** A recipient, as its network knows it. */
export interface Recipient {
  /** In the chain's canonical form, such as with an EIP-55 checksum or in lower case. */
  readonly address: string;
  /** Missing for an account like any other. */
  readonly is?: RecipientKind;
}

/**
 * Why a recipient needs a second look. `contract`: a contract or program is at the address. `keyless`: nobody has a key
 * for it, so coins sent there are lost. `new`: the network has no account there yet, and the transfer creates it.
 * `other-family`: only the key of another chain family can spend from it.
 */
export type RecipientKind = 'contract' | 'keyless' | 'new' | 'other-family';
