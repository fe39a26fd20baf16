import { isRecord } from '../wallets/shape.ts';
import { changeFaults, readFaults } from './change-faults.ts';

/** A network or a remote whose server can be told what to do wrong. */
export interface Breakable {
  /** What is switched on; nothing where the server does not tell of it. Rejects where it is no server of the practice. */
  read(): Promise<Readonly<Record<string, unknown>>>;
  /** Switches on what is given and all else off; returns what is switched on then. */
  change(faults: object): Promise<Readonly<Record<string, unknown>>>;
}

/** What a server at an address knows by a name. */
export function toBreakable(address: string, name: string): Breakable {
  const pick = (told: object) => {
    const found: unknown = Reflect.get(told, name);
    return isRecord(found) ? found : {};
  };
  return {
    read: async () => pick(await readFaults(address)),
    change: async (faults) => pick(await changeFaults(address, { [name]: faults })),
  };
}
