import * as z from 'zod';
import { readFaults } from '../../bench/change-faults.ts';

const shape = z.record(z.string(), z.record(z.string(), z.unknown()));

/** What is switched on of one network or remote, by the id or name that its server has for it. Rejects as `readFaults`. */
export async function readOne(address: string, id: string): Promise<Readonly<Record<string, unknown>>> {
  return shape.parse(await readFaults(address))[id] ?? {};
}
