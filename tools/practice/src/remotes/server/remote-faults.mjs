// @ts-check

/** What a page asks a remote's server for, in this order: its signed documents, its discovery and its connector. */
export const remoteStages = /** @type {const} */ (['document', 'discovery', 'connector']);

/**
 * How the server answers: `slow` after three seconds, `hangs` never, `missing` with 404, `serverError` with 500, `html`
 * with a page like that of a captive portal, `cutShort` with half of the bytes, `altered` with one byte changed, and
 * `reset` by resetting the connection.
 */
export const remoteAnswers = /** @type {const} */ ([
  'soundly',
  'slow',
  'hangs',
  'missing',
  'serverError',
  'html',
  'cutShort',
  'altered',
  'reset',
]);

/** @typedef {(typeof remoteStages)[number]} RemoteStage */
/** @typedef {(typeof remoteAnswers)[number]} RemoteAnswers */

/** The faults of a remote's server. @typedef {{readonly [Stage in RemoteStage]: RemoteAnswers}} RemoteServerFaults */

/** No fault. @type {RemoteServerFaults} */
export const noRemoteFaults = { document: 'soundly', discovery: 'soundly', connector: 'soundly' };
