// The federation's entry of a faulty release. In place of BUILT stands the one that its team built, in place of FAMILY
// its family.
import * as built from './BUILT';

const faults = await import('./faulty-faults.js').then(({ openFaults }) => openFaults('FAMILY'));
await faults?.evaluate('connector.evaluation');

export const init = (...scope) => built.init(...scope);

export const get = async (name) => {
  const make = await built.get(name);
  return faults ? () => faults.toConnector(make()) : make;
};
