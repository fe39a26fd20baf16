// @ts-check
import { ControlRefusal } from '../../bench/answer-control.mjs';

/** What a remote's server serves, in the order in which a page asks for it. */
export const remoteStages = /** @type {const} */ (['document', 'discovery', 'connector']);

/**
 * How it answers, where it does not do so soundly: `slow` after three seconds, `missing` by 404, `html` with a page as a
 * captive portal does, `cutShort` with half of the bytes, `altered` with one byte changed, `reset` by ending the
 * connection.
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

/**
 * What is wrong with one remote's server. `release`: which one is live in its store.
 * @typedef {{readonly [Stage in RemoteStage]: RemoteAnswers} & {readonly release: 'sound' | 'faulty'}} RemoteServerFaults
 */

/** No fault. @type {RemoteServerFaults} */
export const noRemoteFaults = {
  document: 'soundly',
  discovery: 'soundly',
  connector: 'soundly',
  release: 'sound',
};

/** Of which stage a path is; the scripts of a discovery are known by their names. @param {string} path @returns {RemoteStage} */
export function stageOf(path) {
  if (!path.startsWith('/releases/')) return 'document';
  return /\/(faulty-)?discovery[\w.-]*\.js$/.test(path) ? 'discovery' : 'connector';
}

/**
 * Reads what is wanted of one remote; what is not named is off. Throws `faults/malformed`, `faults/unknown`.
 * @param {unknown} value
 * @param {string} remote
 * @returns {RemoteServerFaults | undefined} Undefined where the remote is not named.
 */
export function parseRemoteFaults(value, remote) {
  const named = parseFields(value, 'what was sent');
  for (const [name] of named)
    if (name !== remote) throw new ControlRefusal('faults/unknown', `There is no ${name} here.`);
  const [found] = named;
  if (found === undefined) return undefined;
  const wanted = parseFields(found[1], remote).map(([field, setting]) => {
    const choices = field === 'release' ? ['sound', 'faulty'] : isStage(field) ? remoteAnswers : [];
    if (choices.some((one) => one === setting)) return [field, setting];
    const expected = choices.length === 0 ? 'no field of a remote' : `one of ${choices.join(', ')}`;
    throw new ControlRefusal('faults/malformed', `${remote}.${field} should be ${expected}.`);
  });
  return { ...noRemoteFaults, ...Object.fromEntries(wanted) };
}

/** @param {string} name @returns {name is RemoteStage} */
function isStage(name) {
  return remoteStages.some((stage) => stage === name);
}

/** @param {unknown} value @param {string} where @returns {[string, unknown][]} */
function parseFields(value, where) {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value);
  throw new ControlRefusal('faults/malformed', `${where} should be an object.`);
}
