import { once } from 'node:events';
import { StoreConflict } from '../store/errors.ts';
import { openLocalStore } from '../store/local-store.ts';
import { liveHeaders } from '../store/store.ts';

// A publisher in a process of its own: waits for a word, takes part in every round, and tells which it won.

const [folder = '', name = '', rounds = ''] = process.argv.slice(2);
const store = openLocalStore(folder);
process.stdout.write('ready\n');
await once(process.stdin, 'data');
process.stdin.destroy();

const won: number[] = [];
for (let round = 0; round < Number(rounds); round += 1) {
  if (await isFirst(round)) won.push(round);
  await addTo('all.json', `${name}:${round}`);
}
process.stdout.write(`${JSON.stringify(won)}\n`);

async function isFirst(round: number): Promise<boolean> {
  const path = `round-${round}.json`;
  try {
    await store.createIfAbsent(path, Buffer.from(name), liveHeaders(path));
    return true;
  } catch (error) {
    if (error instanceof StoreConflict) return false;
    throw error;
  }
}

async function addTo(path: string, entry: string): Promise<void> {
  for (let file = await store.read(path); file !== undefined; ) {
    const next = JSON.stringify([...JSON.parse(Buffer.from(file.bytes).toString()), entry]);
    try {
      await store.replaceIfUnchanged(path, Buffer.from(next), file.tag, liveHeaders(path));
      return;
    } catch (error) {
      if (!(error instanceof StoreConflict)) throw error;
      file = error.now;
    }
  }
}
