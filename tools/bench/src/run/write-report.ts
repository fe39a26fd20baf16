import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import { toChart } from '../figures/chart/to-chart.ts';
import { toCurve } from '../figures/chart/to-curve.ts';
import { type Raw, writeRaw } from '../figures/raw.ts';
import { toReport } from '../figures/report/report.ts';
import { toMarkdown } from '../figures/report/to-markdown.ts';

const title = '# Measured\n\n';
const written = 'Written by `npm run bench`. How to run it: [CONTRIBUTING.md](../CONTRIBUTING.md).\n\n';

/** Keeps what was measured where no one has to read it; returns the file. */
export async function keepRaw(raw: Raw): Promise<string> {
  const folder = join(root, '.linkspan', 'results');
  await mkdir(folder, { recursive: true });
  await writeRaw(join(folder, 'bench.json'), raw);
  return '.linkspan/results/bench.json';
}

/** Writes the paper and its charts into `docs`; returns the files. The curve is drawn where it was measured alone. */
export async function writeReport(raw: Raw): Promise<readonly string[]> {
  const report = toReport(raw);
  const files: Record<string, string> = {
    'docs/bench.md': `${title}${written}${toMarkdown(report)}`,
    'docs/bench.svg': toChart(report),
    ...(report.curve.length > 1 && { 'docs/bench-curve.svg': toCurve(report.curve) }),
  };
  // What an earlier run has drawn is not of this one.
  await rm(join(root, 'docs/bench-curve.svg'), { force: true });
  for (const [file, text] of Object.entries(files)) await writeFile(join(root, file), text);
  return Object.keys(files);
}
