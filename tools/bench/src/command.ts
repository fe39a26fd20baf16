import { once } from 'node:events';
import { Plain, runMain, say } from '@linkspan/stack/say';
import { toReport } from './figures/report/report.ts';
import { toMarkdown } from './figures/report/to-markdown.ts';
import { measure } from './run/measure.ts';
import type { Opened } from './run/opened.ts';
import { type Options, parseOptions, usage } from './run/options.ts';
import { keepRaw, writeReport } from './run/write-report.ts';

// The command that measures the shell beside pages that are written for comparison.

await runMain(async () => {
  const options = parseOptions(process.argv.slice(2));
  if (options === undefined) return say(usage);
  const undos: (() => Promise<unknown>)[] = [];
  const asked = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal));
  const done = run(options, (undo) => undos.push(undo)).then(() => 'done');
  try {
    if ((await Promise.race([done, ...asked])) !== 'done')
      throw new Plain('Ended before all was measured; nothing was written.');
  } finally {
    await Promise.allSettled(undos.map((undo) => undo()));
  }
});
// What was still being started when someone asked for the end ends with this process.
process.exit();

async function run(options: Options, opened: Opened): Promise<void> {
  const raw = await measure(options, opened);
  const files = [await keepRaw(raw), ...(options.isQuick ? [] : await writeReport(raw))];
  say(`\n${toMarkdown(toReport(raw))}\nWritten: ${files.join(', ')}`);
}
