import { readAddresses } from '../addresses.mjs';
import { startChains } from './chains/start-chains.ts';

// The command that runs the practice chains until it is ended, or until the process that started it is gone.

const PARENT_CHECK_MS = 1000;

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort());
process.on('disconnect', () => ending.abort());
if (process.argv.includes('--until-stdin-ends')) process.stdin.resume().on('close', () => ending.abort());

const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) ending.abort();
}, PARENT_CHECK_MS).unref();

try {
  const addresses = readAddresses(process.env);
  const { signal } = ending;
  const chains = await startChains(addresses, { signal, onReady: (line) => console.log(line) });
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await chains.stop();
  process.exit(0);
} catch (cause) {
  if (ending.signal.aborted) process.exit(0);
  console.error(cause instanceof Error ? cause.message : String(cause));
  process.exit(1);
}
