import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems lend to connections, any of which could take a port between its finding and its use. */
const [lowest, highest] = [20_000, 32_000];

/** This many ports that nothing listens on. */
export async function findFreePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (await isFree(port)) found.add(port);
  }
  return [...found];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (isListening) await once(server.close(), 'close');
  return isListening;
}
