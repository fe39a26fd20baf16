import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { build, parts } from '@linkspan/stack/build';
import { findBrowser } from '@linkspan/stack/programs';
import { root } from '@linkspan/stack/root';
import { Plain, runMain, say, toReason } from '@linkspan/stack/say';
import { buildInPageScript } from './build.ts';
import { openChains } from './chains.ts';
import { toChart } from './chart.ts';
import type { Sample } from './figures.ts';
import { openLink } from './link.ts';
import { type Conditions, toMarkdown } from './report.ts';
import { takeRounds, takeUpdate } from './rounds.ts';
import { makeCertificate, serveFolder } from './server.ts';
import { openTargets, releaseRemotes, type TargetName, targetNames } from './targets.ts';

// The command that measures the shell beside a page by hand and one ordinary build, and in an application.

const usage = `npm run bench                     measures all pages in 7 rounds, and writes docs/bench.md and docs/bench.svg
npm run bench -- --quick          in one round; writes nothing in docs
npm run bench -- --rounds N       in N rounds
npm run bench -- --only hand,shell   these pages alone, of ${Object.keys(targetNames).join(', ')}; writes nothing in docs
npm run bench -- --help           prints this text`;

/** A slow link and processor of a phone. */
const link = { roundTripMs: 150, downKbps: 1_600, upKbps: 750 };
const slowdown = 4;

/** Takes the undoing of what was opened. */
type Opened = (close: () => Promise<unknown>) => void;

interface Options {
  readonly rounds: number;
  readonly names: readonly TargetName[];
  /** Whether the results are written into `docs`. */
  readonly isWritten: boolean;
}

await runMain(async () => {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) return say(usage);
  const closes: (() => Promise<unknown>)[] = [];
  // The listeners stay: execa ends a process at once if nobody else listens.
  const interrupted = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve);
  });
  const done = run(options, (close) => closes.unshift(close)).then(() => 'done');
  try {
    if ((await Promise.race([done, interrupted])) !== 'done')
      throw new Plain('Interrupted; nothing was written.');
  } finally {
    done.catch(() => undefined);
    await Promise.allSettled(closes.map((close) => close()));
  }
});
// What was still starting at an interruption ends with this process.
process.exit();

function readOptions(words: readonly string[]): Options | undefined {
  const { help, quick, rounds, only } = readWords(words);
  if (help) return undefined;
  const names = (only?.split(',') ?? Object.keys(targetNames)) as TargetName[];
  const unknown = names.find((name) => !(name in targetNames));
  if (unknown !== undefined) throw new Plain(`No page is called “${unknown}”.\n\n${usage}`);
  if (rounds !== undefined && !/^[1-9]\d?$/.test(rounds))
    throw new Plain(`--rounds is “${rounds}”. It must be a whole number from 1 to 99.`);
  return { rounds: Number(rounds ?? (quick ? 1 : 7)), names, isWritten: !quick && only === undefined };
}

function readWords(words: readonly string[]) {
  const flag = { type: 'boolean' } as const;
  const text = { type: 'string' } as const;
  try {
    const options = { help: flag, quick: flag, rounds: text, only: text };
    return parseArgs({ args: [...words], options }).values;
  } catch (cause) {
    throw new Plain(`Unknown options: ${words.join(' ')}.\n\n${usage}`, { cause });
  }
}

async function run({ rounds, names, isWritten }: Options, opened: Opened): Promise<void> {
  const folder = join(root, '.linkspan', 'bench');
  await mkdir(folder, { recursive: true });
  for (const part of parts)
    if (part.name !== 'tools/practice' && (await build(part))) say(`Built ${part.name}.`);
  say('Releasing the remotes and starting the pages.');
  const carrier = openLink(link);
  opened(() => carrier.close());
  const certificate = await openCertificate(opened);
  const addresses = await openChains(carrier, opened);
  const fixture = { folder, opened, link: carrier, certificate, addresses };
  const releases = join(folder, 'release');
  const releaseAgain = await releaseRemotes(releases);
  const targets = await openTargets(names, releases, fixture);
  const equipment = {
    ...{ slowdown, opened, certificate },
    script: await buildInPageScript(),
    away: await openAway(folder, certificate, opened),
  };
  const conditions = await readConditions(rounds);
  const samples = [...(await takeRounds(targets, rounds, equipment, say))];
  // Last, since the shells have another release from then on.
  const shell = targets.find(({ name }) => name === 'shell');
  if (shell)
    samples.push(...(await takeUpdate(shell, equipment, releaseAgain).then((sample) => [sample], sayFailed)));
  const text = toMarkdown(samples, conditions);
  say(`\n${text}`);
  await writeFile(join(folder, 'samples.json'), JSON.stringify(samples, null, 2));
  if (!isWritten) return;
  await writeFile(join(root, 'docs/bench.md'), text);
  await writeFile(join(root, 'docs/bench.svg'), toChart(samples));
}

function sayFailed(error: unknown): readonly Sample[] {
  say(`The update FAILED. ${toReason(error)}`);
  return [];
}

async function openCertificate(opened: Opened) {
  const folder = await mkdtemp(join(tmpdir(), 'linkspan-certificate-'));
  opened(() => rm(folder, { recursive: true, force: true }));
  return makeCertificate(folder);
}

/** Serves an empty page of another site: by its number, localhost is one. */
async function openAway(folder: string, certificate: Parameters<typeof serveFolder>[0], opened: Opened) {
  const away = join(folder, 'away');
  await mkdir(away, { recursive: true });
  await writeFile(join(away, 'index.html'), '<!doctype html><link rel="icon" href="data:,">');
  const server = await serveFolder(certificate, { folder: away });
  opened(() => server.close());
  return `https://127.0.0.1:${server.port}/`;
}

async function readConditions(rounds: number): Promise<Conditions> {
  const output = async (file: string, ...args: string[]) =>
    (await promisify(execFile)(file, args, { cwd: root }).catch(() => ({ stdout: 'unknown' }))).stdout.trim();
  const cores = cpus();
  const isChanged = (await output('git', 'status', '--porcelain')) !== '';
  return {
    ...{ rounds, link, slowdown, measuredAt: new Date().toISOString() },
    browser: await output(await findBrowser(), '--version'),
    machine: `${cores[0]?.model.trim() ?? 'an unknown processor'}, ${cores.length} cores`,
    commit: `${await output('git', 'rev-parse', '--short', 'HEAD')}${isChanged ? '+' : ''}`,
  };
}
