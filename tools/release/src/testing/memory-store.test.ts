import { describeRaces, describeStore } from './describe-store.ts';
import { openMemoryStore } from './memory-store.ts';

const store = openMemoryStore();

describeStore('a store in memory', async () => store);
describeRaces('a store in memory', async () => async () => store);
