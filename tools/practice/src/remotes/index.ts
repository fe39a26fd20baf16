export { addFaults, type FaultyBuild } from './add-faults.ts';
export {
  faultsAt,
  type RemoteFault,
  type RemoteFaultName,
  type RemotePlace,
  type RemoteSwitches,
  toSwitchKey,
} from './faults.ts';
