import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommanderError } from 'commander';
import { expect, it } from 'vitest';
import { createProgram } from './run-command.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const guides = [
  ...readdirSync(root),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md'));

/**
 * The command lines of the release command in a guide's shell blocks and inline code, without `npm run release --` or
 * `npx linkspan`, for which inline code may have `release` or `linkspan`.
 */
function readLines(guide: string): readonly string[] {
  const text = readFileSync(join(root, guide), 'utf8')
    .replace(/\\\n\s*/g, ' ')
    .replace(/\$\(\(.*?\)\)|\$\([^)]*\)/g, '1');
  const shell = [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].map(([, block = '']) => block);
  const inline = [...text.replace(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, code = '']) => code,
  );
  const command = /(?:npm run (?:-s |--silent )?release --|npx linkspan|^release|^linkspan) ([^;|&>#)\n]*)/g;
  return [...shell, ...inline].flatMap((code) =>
    [...code.matchAll(command)].map(([, line = '']) => line.trim()),
  );
}

/** The words of a command line, as a shell splits them. */
function toWords(line: string): readonly string[] {
  return (line.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^(["'])(.*)\1$/, '$2'));
}

const lines = guides.flatMap((guide) => readLines(guide).map((line) => [guide, line] as const));

it('the guides have command lines', () => {
  expect(lines.length).toBeGreaterThan(10);
});

it.each(lines)('%s: release %s', async (_, line) => {
  const words = toWords(line);
  if (words.includes('--help') || words[0] === 'VERB') return;
  const quiet = { say: () => undefined, complain: () => undefined };
  const parsed = createProgram(quiet, async () => undefined).parseAsync(words, { from: 'user' });
  // A text may name a verb alone.
  await parsed.catch((error: CommanderError) => {
    if (error.code !== 'commander.missingArgument') throw error;
  });
});
