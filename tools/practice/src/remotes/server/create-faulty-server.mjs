// @ts-check
import { answerControl, controlPath } from '../../bench/answer-control.mjs';
import { answerFaulty } from './answer-faulty.mjs';
import { noRemoteFaults, parseRemoteFaults, stageOf } from './remote-faults.mjs';

/**
 * What stands before the server of one remote's store.
 * @typedef {object} FaultyServer
 * @property {(exchange: import('./answer-faulty.mjs').Exchange) => Promise<boolean>} answer Answers as the faults have
 *   it, and requests to change them; settles with false where the server itself is to answer.
 */

/**
 * The practice's server of a remote can be made to fail at each stage of loading, and to serve a release that fails by
 * itself. It is never part of what is deployed.
 * @param {string} remote
 * @param {(release: 'sound' | 'faulty') => Promise<void>} makeLive Makes that release live in the store.
 * @returns {FaultyServer}
 */
export function createFaultyServer(remote, makeLive) {
  let faults = noRemoteFaults;
  /** What is live is changed by one at a time: the last one asked for is what stands. @type {Promise<void>} */
  let turn = Promise.resolve();

  /** @param {'sound' | 'faulty'} release */
  async function change(release) {
    if (release === faults.release) return;
    await makeLive(release);
    faults = { ...faults, release };
  }

  const control = {
    read: () => ({ [remote]: faults }),
    async change(/** @type {unknown} */ value) {
      const wanted = parseRemoteFaults(value, remote);
      if (wanted === undefined) return;
      // What is in the store may fail to be changed, and all else is no reason to wait for it.
      faults = { ...wanted, release: faults.release };
      const own = turn.then(() => change(wanted.release));
      turn = own.catch(() => undefined);
      await own;
    },
  };
  return {
    async answer(exchange) {
      const { pathname } = new URL(exchange.request.url ?? '/', 'http://localhost');
      if (pathname !== controlPath) return answerFaulty(faults[stageOf(pathname)], exchange);
      await answerControl(control, exchange.request, exchange.response);
      return true;
    },
  };
}
