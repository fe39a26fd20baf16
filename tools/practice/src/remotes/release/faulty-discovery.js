// The discovery of a faulty release. In place of BUILT stands the one that its team built, in place of FAMILY its family.
// Discoveries must be small, so whatever is needed comes on demand.
const faults = await import('./faulty-faults.js').then(({ openFaults }) => openFaults('FAMILY'));
await faults?.evaluate('discovery.evaluation');
const { discover: sound } = await import('./BUILT');

export const discover = faults ? faults.toDiscover(sound) : sound;
