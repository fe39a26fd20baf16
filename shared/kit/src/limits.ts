// How long a remote waits for software: wallets that ask nobody, nodes and its own files. In milliseconds. A person is
// never hurried. All run by `setTimeout`, so that a test can let the time pass.

/** A wallet that reads without a prompt; one that hangs is left behind. */
export const walletReadMs = 5_000;
/** The same on the way to an approval, which it must not delay for long. */
export const quietReadMs = 2_000;
/** A wallet of NEAR's list says whether it is installed: the list of wallets waits for it. */
export const knownWalletMs = 3_000;
/** Accounts that a wallet reports after its approval: how long they are waited for, and how often they are read. */
export const lateAccountsMs = 2_000;
export const lateAccountsPauseMs = 100;
/** Above a number of announced wallets, all changes within this time are reported together. */
export const announcementsPauseMs = 250;

/** A file that is imported on demand: as long as a page waits for a connector, since a browser waits for ever. */
export const loadCodeMs = 20_000;

/** One answer of a node with its body. Two requests within it are less than a person waits for. */
export const nodeMs = 8_000;
/** What a node asks for by `Retry-After` is kept within these; without one it is the usual pause. */
export const usualNodePauseMs = 5_000;
export const leastNodePauseMs = 1_000;
export const mostNodePauseMs = 60_000;
/** A balance, for a chain that keeps no deadline of its own. */
export const balanceMs = 30_000;
/** A signature that the chain has to verify: one answer of a node, and no second one. */
export const verifyMs = 10_000;
/** Pauses between looks for a transaction: the first, doubled up to the longest. */
export const firstFollowPauseMs = 400;
export const mostFollowPauseMs = 15_000;
