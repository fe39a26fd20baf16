import * as files from 'node:fs/promises';
import { liveHeaders } from '../store/headers.ts';
import type { Disk } from '../store/local/disk.ts';
import { openLocalStore } from '../store/local/open-local-store.ts';

// A publisher that is killed when it comes to a certain step on the disk: for a write, with half of it done.

const [folder = '', path = '', text = '', step = ''] = process.argv.slice(2);
let steps = 0;

const disk: Disk = Object.fromEntries(
  Object.entries(files).map(([name, work]) => [
    name,
    typeof work !== 'function'
      ? work
      : async (...args: readonly unknown[]) => {
          steps += 1;
          if (steps === Number(step)) await die(name, args);
          return Reflect.apply(work, undefined, args);
        },
  ]),
) as never;

const store = openLocalStore(folder, { disk });
const bytes = Buffer.from(text);
const now = await store.read(path);
if (now === undefined) await store.createIfAbsent(path, bytes, liveHeaders(path));
else await store.replaceIfUnchanged(path, bytes, now.tag, liveHeaders(path));
process.stdout.write(`done in ${steps}`);

async function die(name: string, [file, content]: readonly unknown[]): Promise<void> {
  if (name === 'writeFile') {
    const whole = Buffer.from(content as Uint8Array | string);
    await files.writeFile(file as string, whole.subarray(0, whole.byteLength / 2));
  }
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => {});
}
