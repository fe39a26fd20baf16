import { join } from 'node:path';
import { runNode, typescript } from './run.mjs';

/** The remotes of the house, in the order of their families. */
export const remotes = /** @type {const} */ (['remote-evm', 'remote-solana', 'remote-near']);

/**
 * The folder in which a practice store is.
 * @param {string} folder The one whose `.linkspan` it is in.
 */
export const storeOf = (folder) => join(folder, '.linkspan', 'store');

/**
 * What a rehearsal did.
 * @typedef {object} Rehearsal
 * @property {string[]} lines For people: which release of which remote is live, and how it became so.
 * @property {Record<string, string>} next The version that the next release of each remote would have.
 */

/**
 * Brings the built remotes through the release command's verbs into the practice store of a folder: made and signed
 * by practice keys of its own, which are made if there are none.
 * @param {string} folder
 * @returns {Promise<Rehearsal>}
 */
export async function rehearse(folder) {
  const args = ['--folder', folder, '--json', ...remotes];
  return JSON.parse(await runNode(typescript('tools/release/src/practice/set-up.ts', args), { own: true }));
}
