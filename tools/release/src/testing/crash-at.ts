import { openLocalStore } from '../store/local-store.ts';
import { liveHeaders } from '../store/store.ts';
import { createDyingDisk } from './dying-disk.ts';

// A publisher that is killed when it comes to a certain step on the disk: for a write, with half of it done.

const [folder = '', path = '', text = '', step = ''] = process.argv.slice(2);
const { disk, steps } = createDyingDisk(Number(step));
const store = openLocalStore(folder, { disk });
const bytes = Buffer.from(text);
const now = await store.read(path);
if (now === undefined) await store.createIfAbsent(path, bytes, liveHeaders(path));
else await store.replaceIfUnchanged(path, bytes, now.tag, liveHeaders(path));
process.stdout.write(`done in ${steps()}`);
