import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '@linkspan/stack/root';

const folder = join(root, '.linkspan');
const file = join(folder, 'builder');
const lookEveryMs = 200;

/** Does work on the builds while no other process on this machine does: two suites may be started side by side. */
export async function oneAtATime<Value>(work: () => Promise<Value>): Promise<Value> {
  await mkdir(folder, { recursive: true });
  while (!(await take())) await delay(lookEveryMs);
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** The file names the process that works; one that is gone works no more. */
async function take(): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const holder = Number(await readFile(file, 'utf8').catch(() => ''));
  if (holder > 0 && !isRunning(holder)) await rm(file, { force: true });
  return false;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
