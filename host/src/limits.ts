// How long each stage of a remote may take, in milliseconds. They bind software alone: where a person is asked, nothing
// is cut off. All go by `setTimeout`, so that a test can let the time pass.

/** A live document, for a page that has no good copy: a slow phone network sets up a connection in two to three. */
export const documentMs = 5_000;
/** A live document, for a page that has one: longer than a good network needs, and too short to be a wait. */
export const hastyDocumentMs = 1_500;
/** The copy of a document beside the page, whose own server has just answered. */
export const copyMs = 5_000;
/** The host team's list; whoever waits for it waits for `blocklistPatienceMs` at most. */
export const blocklistMs = 10_000;
export const blocklistPatienceMs = 1_000;
/** A live document of an open page before it signs: the person has pressed, and looks at it. */
export const confirmMs = 4_000;
/** The files of a discovery, some 3 kB; then its start, in which nothing is fetched but what it imports. */
export const discoveryMs = 10_000;
/** The files of a connector, up to 150 kB: at 100 kbit/s they take twelve seconds. */
export const connectorMs = 20_000;
/** Import and mount of a connector whose files have come: what is left is to run it. */
export const startMs = 10_000;
/** An adoption asks the wallet and the chain, and never a person. */
export const adoptMs = 15_000;
/** A command that asks no person: to disconnect, to take another account into use. */
export const commandMs = 10_000;
/** Looking into why a file did not load: the failure waits for it. */
export const diagnosisMs = 3_000;
