import * as files from 'node:fs/promises';
import type { Disk } from '../store/disk.ts';

/** A disk that kills its process at one of its changes: at a write, with half of it done. */
export interface DyingDisk {
  readonly disk: Disk;
  /** How many changes there were. */
  steps(): number;
}

/** What only looks leaves the disk as the change before it did. */
const changes = ['link', 'mkdir', 'rename', 'rm', 'rmdir', 'unlink', 'writeFile'];

/** The machine's disk, up to the step; steps count from 1. */
export function createDyingDisk(step: number): DyingDisk {
  let steps = 0;
  const disk: Disk = Object.fromEntries(
    Object.entries(files).map(([name, work]) => [
      name,
      typeof work !== 'function' || !changes.includes(name)
        ? work
        : async (...args: readonly unknown[]) => {
            steps += 1;
            if (steps === step) await breakOff(name, args);
            return Reflect.apply(work, undefined, args);
          },
    ]),
  ) as never;
  return { disk, steps: () => steps };
}

/** Ends this process as a failure of power would: nothing of it runs on. */
export async function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}

async function breakOff(name: string, [file, content]: readonly unknown[]): Promise<never> {
  if (name === 'writeFile') {
    const whole = Buffer.from(content as Uint8Array | string);
    await files.writeFile(file as string, whole.subarray(0, whole.byteLength / 2));
  }
  return die();
}
