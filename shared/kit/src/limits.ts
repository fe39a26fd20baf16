// Every deadline and pause of a remote, in milliseconds: for wallets that read silently, nodes and its own files. A prompt
// has no deadline, except if the wallet is a device that may be gone.

/** A wallet that answers without a prompt: it reads, or NEAR's signs out. */
export const walletReadMs = 5_000;
/** The same for the first read of an adoption, which the host ends after 15 s: some wallets are slow at each load. */
export const firstReadMs = 10_000;
/** The same for a probe that delays something else: whether a wallet is alive, which permissions it grants. */
export const quietReadMs = 2_000;
/** NEAR's network says whether it has the account that a wallet named. */
export const knownAccountMs = 3_000;
/** How long after a press every browser still opens a window. */
export const pressMs = 1_000;
/** Between two messages to a wallet's window, until it answers; each also looks whether the window is still open. */
export const windowPingMs = 450;
/** How long a wallet may take to fetch a request from its relay. */
export const relayFetchMs = 60_000;
/** The pause between two reads of a wallet's answer at its relay, one read, and how long a person may take there. */
export const relayPauseMs = 3_000;
export const relayAnswerMs = 10_000;
export const relayMs = 300_000;
/**
 * A wallet app on this device: until it is connected to, and how long a person may take there. Once the person is back on
 * the page, an answer that does not come within the last one will not come.
 */
export const appOpenMs = 45_000;
export const appAnswerMs = 300_000;
export const appReturnMs = 30_000;
/** How long to wait for accounts that a wallet shows after its answer, and the first pause between two reads. */
export const lateAccountsMs = 2_000;
export const lateAccountsPauseMs = 100;
/** Between two reads after events: some wallets report an event at each read. */
export const eventPauseMs = 250;
/** Above a number of announced wallets, all changes within this time are reported together. */
export const announcementsPauseMs = 250;

/** One answer of a node with its body. Two requests within it are less than a person waits for. */
export const nodeMs = 8_000;
/** The limits of a pause by `Retry-After`, and the pause without one. */
export const usualNodePauseMs = 5_000;
export const leastNodePauseMs = 1_000;
export const mostNodePauseMs = 60_000;
/** A balance, for a chain that keeps no deadline of its own. */
export const balanceMs = 30_000;
/** A signature that the chain has to verify: one answer of a node, and no second one. */
export const verifyMs = 10_000;
/**
 * What nodes tell about an application's request before a person is asked, all of it side by side: a person waits, and can
 * judge without it.
 */
export const requestFactsMs = 2_000;
/** Pauses between reads of a transaction: the first, doubled up to the longest. */
export const firstFollowPauseMs = 400;
export const mostFollowPauseMs = 15_000;
