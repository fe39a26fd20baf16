import { readAddresses } from '../addresses.ts';
import { startChains } from './chains/start-chains.ts';

// The command that runs the practice chains until it is ended or its parent process is gone.

const PARENT_CHECK_MS = 1000;

const ending = new AbortController();
const { signal } = ending;
const end = () => ending.abort();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(name, end);

const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) end();
}, PARENT_CHECK_MS).unref();

try {
  const chains = await startChains(readAddresses(process.env), {
    signal,
    onReady: (line) => console.log(line),
  });
  console.log('The practice chains are ready.');
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  await chains.stop();
  process.exit(0);
} catch (cause) {
  if (signal.aborted) process.exit(0);
  console.error(cause instanceof Error ? cause.message : String(cause));
  process.exit(1);
}
