// @ts-check
import { forEver } from './faulty-actions.js';
import { foreignAccount } from './faulty-publishing.js';

/**
 * A family's `discover`, with what is switched on.
 * @param {(port: any) => any} sound
 * @param {import('./faulty-faults.js').Meet} meet
 * @returns {(port: any) => any}
 */
export function toFaultyDiscover(sound, meet) {
  return (port) => {
    const answer = meet('discovery.start', { answersNothing: () => undefined }, { port });
    if (answer !== undefined) return answer();
    const discovery = sound({ ...port, publish: toFaultyPublish(port, meet) });
    const asking = (/** @type {'attempt' | 'restore'} */ name) => toFaultyAsking(name, discovery, meet);
    return { ...discovery, attempt: asking('attempt'), restore: asking('restore') };
  };
}

/** @param {any} port @param {import('./faulty-faults.js').Meet} meet @returns {(wallets: any[]) => void} */
function toFaultyPublish(port, meet) {
  return (wallets) => {
    const flooding = (/** @type {number} */ turn) =>
      port.publish([...wallets, { id: 'flood', name: `Flood ${turn}`, reach: 'installed' }]);
    const answer = meet(
      'discovery.listing',
      { hangs: () => undefined, malformed: () => port.publish([{ id: 7, reach: 'somewhere' }]) },
      { publish: flooding },
    );
    if (answer === undefined) port.publish(wallets);
    else answer();
  };
}

/** @param {'attempt' | 'restore'} name @param {any} discovery @param {import('./faulty-faults.js').Meet} meet */
function toFaultyAsking(name, discovery, meet) {
  return async (/** @type {string} */ id, /** @type {any} */ asked) => {
    const wallet = { id, name: 'Faulty Wallet' };
    const answer = meet(`discovery.${name}`, {
      hangs: forEver,
      answersNothing: () => undefined,
      malformed: () => ({ attempt: asked.id, wallet: 7, accounts: 'none' }),
      foreign: () => ({ attempt: asked.id, wallet, accounts: [foreignAccount], provider: {} }),
    });
    return answer === undefined ? discovery[name](id, asked) : answer();
  };
}
