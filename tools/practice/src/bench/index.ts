export type { ChainFaults } from '../chains/chain-faults.ts';
export type { RemoteServerFaults } from '../remotes/server/remote-faults.mjs';
export { changeFaults } from './change-faults.ts';
