// @ts-check
import { forEver } from './faulty-actions.js';
import { toFaultyPublishing, toFlooding } from './faulty-publishing.js';

/** @typedef {import('./faulty-faults.js').Meet} Meet */

/** The commands that a handle may have, each with its place. */
const places = {
  signMessage: 'connector.sign',
  signIn: 'connector.sign',
  send: 'connector.send',
  settle: 'connector.settle',
  switchNetwork: 'connector.switch',
  switchAccount: 'connector.switch',
  disconnect: 'connector.disconnect',
};

/**
 * A connector's module, with what is switched on.
 * @param {{mount(port: any): any}} sound
 * @param {Meet} meet
 */
export function toFaultyConnector(sound, meet) {
  return {
    ...sound,
    mount(/** @type {any} */ port) {
      const answer = meet('connector.mount', { answersNothing: () => undefined }, { port });
      return answer === undefined ? toFaultyHandle(sound.mount(port), meet) : answer();
    },
  };
}

/** @param {any} handle @param {Meet} meet */
function toFaultyHandle(handle, meet) {
  /** By the latest lease. @type {Record<string, () => void> | undefined} */
  let faultyPublishing;
  const commands = Object.entries(places)
    .filter(([name]) => name in handle)
    .map(([name, place]) => [name, toFaultyCommand(handle[name], place, meet)]);
  return {
    ...handle,
    ...Object.fromEntries(commands),
    async adopt(/** @type {any} */ approved, /** @type {any} */ lease) {
      faultyPublishing = toFaultyPublishing(lease, approved);
      const answer = meet('connector.adopt', { ...faultyPublishing, hangs: forEver });
      if (answer !== undefined) return answer();
      await handle.adopt(approved, lease);
      meet('connector.connected', {}, { publish: toFlooding(lease, approved), faultyPublishing });
    },
    unmount() {
      handle.unmount();
      meet('connector.unmount', {}, { faultyPublishing });
    },
  };
}

/** @param {(...given: any[]) => any} command @param {string} place @param {Meet} meet */
function toFaultyCommand(command, place, meet) {
  return async (/** @type {any[]} */ ...given) => {
    const answers = { hangs: forEver, answersNothing: () => undefined, malformed: () => ({ signature: 7 }) };
    const answer = meet(place, answers);
    return answer === undefined ? command(...given) : answer();
  };
}
