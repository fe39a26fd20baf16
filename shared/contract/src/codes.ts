/**
 * Every code, with the names of its context fields. The part before the slash is the stage. Codes are only ever
 * added. Callers match on the code, never on a text.
 */
export const codes = {
  /** The configuration is malformed; `place` is the field. */
  'config/malformed': ['place', 'expected'],
  /** Two entries of one id; `place` is the later one. */
  'config/duplicate': ['place', 'value'],
  /** The folder of a site could not be written; `detail` is the system's. */
  'config/site': ['site', 'detail'],
  /** The remote's server did not answer. */
  'release/unreachable': ['remote'],
  /** The server did not send a release document; `place` is the malformed field. */
  'release/malformed': ['remote', 'place'],
  'release/misfit-contract': ['remote', 'needs', 'offers'],
  'release/misfit-shared': ['remote', 'library', 'needs', 'offers'],
  /** The document came after the page's one import map was closed. */
  'release/late': ['remote'],
  /** It was signed in the form of an earlier version of the command: its team has to sign it again. */
  'release/old-form': ['remote', 'document'],
  /** Too few valid signatures by keys of the role; `document` is `manifest`, `live` or `seal`. */
  'release/unsigned': ['remote', 'document', 'has', 'needs'],
  /** Enough signatures, of which too few are by persons. */
  'release/wrong-signer': ['remote', 'document', 'has', 'needs'],
  /** The document is properly signed and belongs to remote `found`. */
  'release/other-remote': ['remote', 'found'],
  'release/expired': ['remote', 'document', 'expiresAt'],
  /** It would live longer than any may. */
  'release/expires-too-late': ['remote', 'expiresAt'],
  /** Below the highest version seen; `document` is a document, `floor`, `sequence` or `version`. */
  'release/older': ['remote', 'document', 'seen', 'offered'],
  /** A root that skips a version. */
  'release/root-gap': ['remote', 'has', 'offered'],
  /** A root without enough signatures `by` the root before it, or by itself. */
  'release/root-unsigned': ['remote', 'by', 'has', 'needs'],
  'release/below-floor': ['remote', 'version', 'sequence', 'floor'],
  'release/revoked': ['remote', 'version'],
  /** By the host team; `reason` is its text. */
  'release/blocked': ['remote', 'version', 'reason'],
  /** The team has withdrawn its remote: no release is live. */
  'release/withdrawn': ['remote'],
  /** The document is out of its time, and the clock of the page's own server is far from this device's. */
  'release/clock': ['remote', 'now'],
  /** The document is out of its time by this device's clock, which nothing confirms or refutes. */
  'release/out-of-time': ['remote', 'now'],
  /** The platform cannot verify Ed25519 signatures. */
  'release/uncheckable': ['remote'],
  /** A web page came in place of a document, as from a network that asks people to sign in first. */
  'release/portal': ['remote'],
  /** Pages have ended while code of this remote was being imported; after two in a row it waits for a person. */
  'release/quarantined': ['remote'],
  'loader/unreachable': ['remote', 'stage'],
  /** The server sends other bytes than were released; the browser did not run them. */
  'loader/altered': ['remote', 'stage'],
  'loader/timeout': ['remote', 'stage'],
  /** A web page came in place of a file, as from a network that asks people to sign in first. */
  'loader/portal': ['remote', 'stage'],
  /** The module was fetched but threw, or lacks the contract's export. */
  'loader/broken': ['remote', 'stage'],
  /** The page's map of addresses and hashes is not in force in this browser. */
  'loader/unenforced': ['remote'],
  /** A part of the page itself did not load or start; no remote is at fault. */
  'loader/host': [],
  /** There is no page: the code runs in Node, or in a worker. */
  'loader/no-window': [],
  /** The page's server sends other bytes for a file of the page itself than the page names. */
  'loader/host-altered': [],
  'remote/malformed': ['family', 'place'],
  'remote/foreign': ['family', 'id'],
  'remote/unleased': ['family'],
  'remote/stale-balance': ['family', 'account'],
  'remote/unknown-family': ['family'],
  'remote/failed': ['family'],
  /** A command in which no person is asked did not end; `command` is its name. */
  'remote/timeout': ['family', 'command'],
  /** The connector was unmounted during the command. */
  'remote/unmounted': ['family'],
  'wallet/rejected': ['wallet'],
  /** The person closed the wallet's window, popup or frame without an answer. */
  'wallet/closed': ['wallet'],
  /** The browser did not open the wallet's window. */
  'wallet/window-blocked': ['wallet'],
  'wallet/cancelled': ['wallet'],
  'wallet/pending': ['wallet'],
  /**
   * The wallet was asked to send and may have done so, or may still do it: the page has no answer that says otherwise. `reason`
   * is the code of what came in place of one.
   */
  'wallet/may-be-sent': ['wallet', 'reason'],
  /** Too many requests of the application wait for this wallet. */
  'wallet/busy': ['wallet'],
  /** The wallet still knows the page, and shows no account until the person unlocks it. */
  'wallet/locked': ['wallet'],
  /** The wallet shows no account and does not say why: it is locked, or has taken its permission back. */
  'wallet/locked-or-ended': ['wallet'],
  /** Asked silently, the wallet refuses: it has taken its permission back, or is locked. */
  'wallet/refuses': ['wallet'],
  'wallet/absent': ['wallet'],
  /** Several wallets claim to be the one that was connected before a reload. */
  'wallet/claimed-twice': ['wallet'],
  /** It was here: its extension was switched off, removed or updated. */
  'wallet/gone': ['wallet'],
  'wallet/timeout': ['wallet'],
  'wallet/no-accounts': ['wallet'],
  /** The wallet ended the connection by itself. */
  'wallet/revoked': ['wallet'],
  /** The wallet was asked to connect, and does not let the page (EIP-1193, 4100). */
  'wallet/unauthorized': ['wallet'],
  /** The wallet was asked to connect, and says that it is disconnected (EIP-1193, 4900 and 4901). */
  'wallet/disconnected': ['wallet'],
  /** The page has disconnected, and the wallet can show it its accounts again without asking the person. */
  'wallet/keeps-permission': ['wallet'],
  'wallet/not-connected': [],
  'wallet/account-changed': ['account'],
  /** The person wanted to choose another account, and the wallet has returned the accounts already shown. */
  'wallet/same-account': ['wallet'],
  /** The wallet shows an account, in the chain's own format, that the network says it does not have. */
  'wallet/no-such-account': ['wallet', 'account', 'network'],
  /** The wallet is on another network by now. */
  'wallet/network-changed': ['wallet'],
  'wallet/network-unsupported': ['wallet', 'network'],
  'wallet/unsupported': ['wallet', 'method'],
  /** The page could not bring into view what its application asks, so nobody was asked. */
  'wallet/unseen': ['wallet'],
  /** The account has several owners, and there is no signature before others of them have signed too. */
  'wallet/awaits-owners': ['wallet'],
  /** The wallet answered with an error of its own; `detail` is its text. */
  'wallet/failed': ['wallet', 'detail'],
  /** The wallet answered in a form that its standard does not have. */
  'wallet/malformed': ['wallet', 'place'],
  /** The signature is not by a key that may sign for the account. */
  'wallet/wrong-signature': ['wallet'],
  /** The network says that `account` does not have the key that has signed. */
  'wallet/other-key': ['wallet', 'account'],
  /** Another account than `account` has signed: `signer`. Both in the chain's own format. */
  'wallet/other-signer': ['wallet', 'account', 'signer'],
  /** The wallet signed another text than requested; `field` is the first that differs: of CAIP-122, `message` or `layout`. */
  'wallet/other-text': ['wallet', 'field'],
  /**
   * The wallet, which only signs, signed something else than the page built, so the page did not submit it. `difference` is
   * the code of the first one, `value` what it is about, `amount` its coins in the smallest unit.
   */
  'wallet/other-transaction': ['wallet', 'difference', 'value', 'amount'],
  /** The relay through which the wallet is reached did not answer. */
  'wallet/relay-unreachable': ['wallet'],
  /** Of several transactions, the wallet has sent some. */
  'wallet/sent-in-part': ['wallet'],
  'network/unreachable': ['network'],
  /** Every address of the network asks the page to come back later. */
  'network/busy': ['network'],
  /** The node serves another chain. */
  'network/other-chain': ['network'],
  /** A page of HTML came where a node should have answered, as from a network that wants a login first. */
  'network/portal': ['network'],
  /** The answer is no JSON-RPC, or lacks what its method answers. */
  'network/malformed': ['network'],
  /** The node answered, with an error; `detail` is its text. */
  'network/refused': ['network', 'detail'],
  'network/insufficient-funds': ['network'],
  /** The transaction was taken, and its execution failed. */
  'network/reverted': ['network'],
  /** The network expects that the transaction would fail; nothing was sent. */
  'network/would-fail': ['network'],
  'network/expired': ['network'],
  'input/recipient': ['value'],
  /** An address of another chain family; `kind` is that family's name, such as `Solana`. */
  'input/recipient-family': ['value', 'kind'],
  /** A name, such as one of ENS, and this family looks up none. */
  'input/recipient-name': ['value'],
  /** The checksum of the address is wrong: a character was changed. */
  'input/recipient-checksum': ['value'],
  /** A name of the right form that no account has. */
  'input/recipient-absent': ['value', 'network'],
  'input/amount': ['value'],
  /** Less than a new account has to hold; `least` is in the smallest unit. */
  'input/amount-least': ['value', 'least'],
  /** What it leaves in the account is less than has to stay there; `most` is in the smallest unit. */
  'input/amount-most': ['value', 'most'],
  'input/empty': [],
  /** A request of the application that its standard does not have in this form; `place` is the malformed part. */
  'input/call': ['method', 'place'],
  /** A sign-in by this device's time `now` would be out of its time, since the page's server says `served`. */
  'input/clock': ['now', 'served'],
} as const satisfies Record<`${string}/${string}`, readonly string[]>;

export type Code = keyof typeof codes;

/** The context of a code: each named value as text. */
export type Context<C extends Code = Code> = C extends Code
  ? Readonly<Record<(typeof codes)[C][number], string>>
  : never;
