// Every deadline, pause and period of the page, in milliseconds. Deadlines bind software alone: a person who is asked is
// never cut off.

// Loading a remote.

/** A live document, for a page that has no good copy: a slow phone network sets up a connection in two to three. */
export const documentMs = 5_000;
/** A live document, for a page that has one: longer than a good network needs, and too short to be a wait. */
export const hastyDocumentMs = 1_500;
/** The copy of a document beside the page, whose own server has just answered. */
export const copyMs = 5_000;
/** The host team's list; after that the last one seen is in force. */
export const blocklistMs = 1_000;
/** A live document of an open page before it signs: the person has pressed, and looks at it. */
export const confirmMs = 4_000;
/** The files of a discovery, some 3 kB; then its start, in which only its imports are fetched. */
export const discoveryMs = 10_000;
/** The files of a connector, up to 150 kB: at 100 kbit/s they take twelve seconds. */
export const connectorMs = 20_000;
/** A file that a remote imports on demand, and then its import: a browser would wait for ever. */
export const codeMs = 20_000;
/** Import and mount of a connector whose files have loaded. */
export const startMs = 10_000;
/** An adoption asks the wallet and the chain, and never a person. */
export const adoptMs = 15_000;
/** A command that asks no person: to disconnect, to take another account into use. */
export const commandMs = 10_000;
/** Looking into why a file did not load: the failure waits for it. */
export const diagnosisMs = 3_000;
/** A live document while an application waits for it, which starts a second late at most. */
export const applicationDocumentMs = 600;
/** All documents of a page with an application, once it is parsed: it starts then, and families without one follow. */
export const applicationReleasesMs = 800;
/** A live document that no application waits for any longer: a slow phone network may take ten seconds. */
export const lateDocumentMs = 30_000;

// The way to the list of wallets.

/** The early script, and then the host's own code. */
export const earlyScriptMs = 30_000;
export const hostCodeMs = 30_000;
/** The browser's answer whether it enforces the release that was chosen: only a broken browser takes long. */
export const enforcementMs = 30_000;
/** The host's code loads after the discoveries, which need the network first, but no later than this. */
export const discoveryHeadStartMs = 1_500;
/** A page that is hidden has no frames, and one that is shown has them far sooner than that. */
export const hiddenFrameMs = 100;
export const shownFrameMs = 1_000;
/** A list of wallets that has not changed for so long is stored for the next visit. */
export const settledMs = 1_000;
/** Work that can wait starts by then if the page is never idle; a browser that cannot tell is taken as idle so soon. */
export const idleMs = 3_000;
export const assumedIdleMs = 500;

// Attempts, restores and tabs.

/** A request of an application that cannot be brought into view, while its page is: the views may have to load first. */
export const unseenMs = 30_000;
/** A look whether a dialog of the application covers the sheet of a request: sooner than a person reads. */
export const raiseMs = 200;
/** How long software may take before a prompt is shown as late. The prompt itself is never cut off. */
export const promptLateMs = 30_000;
/** A read without a prompt; the grace is for a discovery that does not keep this deadline. */
export const silentMs = 6_000;
export const silentGraceMs = 2_000;
/** The same read once more, of a wallet that did not answer in time: nobody waits for it. */
export const lateSilentMs = 60_000;
/** The views wait for wallets that are being restored: rendering would delay the restore on a slow processor. */
export const restoreHeadStartMs = 500;
/** A closed dialog follows its wallets so late: less than a person needs to open it and to look at it. */
export const closedDialogMs = 100;
/** The connectors of wallets that are shown as connected wait for the views: their actions are pressed first. */
export const viewsHeadStartMs = 1_500;
/** The wallets, when a person clears their data: it is cleared whether or not they answer. */
export const forgetWalletMs = 4_000;
/** Pauses between attempts to load what failed because of the network: the first, doubled up to the longest. */
export const firstRetryMs = 5_000;
export const mostRetryMs = 5 * 60_000;
/** A balance older than this is read again if the page is looked at. */
export const staleBalanceMs = 60_000;
/**
 * How often a page looks at the clock, and the gap that only sleep explains: browsers slow hidden timers to a minute.
 */
export const sleepCheckMs = 10_000;
export const asleepMs = 90_000;

// Commands and transactions.

/** A connector that disconnects, with its wallet. After that the page has disconnected without it. */
export const disconnectMs = 8_000;
/** A sign-in message is valid for so long: EIP-4361, `expiration-time`. */
export const signInValidMs = 10 * 60_000;
/** A clock that is wrong by more leaves a person or a server too little of that. */
export const wrongSignInClockMs = 5 * 60_000;
/** One look for a transaction, with all addresses of its network. */
export const transactionLookMs = 60_000;
/** Pauses between looks for a transaction: the first, doubled while it is new to the page, then by a quarter more each. */
export const firstLookPauseMs = 400;
export const quickLookPauseMs = 15_000;
export const mostLookPauseMs = 120_000;

// Releases.

/** The time of the page's own server, whose answer a person waits for. */
export const clockMs = 2_000;
/** A clock that is wrong by more explains why documents that last for days are out of their time. */
export const wrongClockMs = 24 * 3_600_000;
/** Requests for the host team's list within this time get one answer. */
export const blocklistSharedMs = 10_000;
/** How often an open page revalidates its releases. */
export const revalidationMs = 5 * 60_000;
/** A check that has not ended by then was frozen with its page; one that is older than a minute is repeated. */
export const frozenCheckMs = 5_000;
export const freshCheckMs = 60_000;
/** The files of an import are fetched before it: a page that lives takes less to run them. */
export const abandonedMarkMs = 5_000;
/** A page that has lived so long does not reload in a loop. */
export const steadyPageMs = 10_000;

// Display.

export const activityTickMs = 30_000;
/** “Copied” is read by then. */
export const copiedMs = 2_000;
/** A transaction that is not confirmed by then is mentioned. */
export const waitingMs = 120_000;
/** A balance that a connector says nothing about: longer than any connector that says why. */
export const lateBalanceMs = 35_000;
/** The remote's check of a send form; after it the card shows the mistake. */
export const checkSendMs = 5_000;
/** Between two questions for the fee of a send that is being filled in. */
export const quotePauseMs = 1_000;
/** A fee that is older is asked for again when the person sends. */
export const staleQuoteMs = 60_000;

// Diagnostics.

export const telemetryBatchMs = 5_000;
export const telemetryAnswerMs = 10_000;
/** Pauses after the collector answers 429, 5xx or nothing: the first, doubled up to the longest. */
export const firstTelemetryPauseMs = 30_000;
export const mostTelemetryPauseMs = 15 * 60_000;

// Units.

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** How long a note is shown that needs no answer. */
export const noteMs = 8_000;
/** How long a card is pointed out to which the dialog leads. */
export const pointedOutMs = 1_500;

// Requests of an application.

/** The application's modules, whose Trusted Types policies the page waits for. */
export const applicationStartMs = 2_000;
/** So many of an application's requests wait for one family's wallet. */
export const mostApplicationRequests = 20;
