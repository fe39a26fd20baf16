import * as z from 'zod';
import { readFaults } from '../../fault-control/change-faults.ts';

const shape = z.record(z.string(), z.record(z.string(), z.unknown()));

/** What is switched on of one network or remote, by its id or name. Rejects as `readFaults`, or with a ZodError. */
export async function readOne(address: string, id: string): Promise<Readonly<Record<string, unknown>>> {
  return shape.parse(await readFaults(address))[id] ?? {};
}
