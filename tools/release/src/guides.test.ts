import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parseCommandLine } from './args/parse-args.ts';
import { verbs } from './verbs/index.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const guides = [
  ...readdirSync(root),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md'));

/**
 * The command lines of the release command in a guide's shell blocks and inline code, without `npm run release --`, for
 * which inline code may have `release`.
 */
function readLines(guide: string): readonly string[] {
  const text = readFileSync(join(root, guide), 'utf8')
    .replace(/\\\n\s*/g, ' ')
    .replace(/\$\(\(.*?\)\)|\$\([^)]*\)/g, '1');
  const shell = [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].map(([, block = '']) => block);
  const inline = [...text.replace(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, code = '']) => code,
  );
  const command = /(?:npm run (?:-s |--silent )?release --|^release) ([^;|&>#)\n]*)/g;
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

it.each(lines)('%s: release %s', (_, line) => {
  const [name, ...args] = toWords(line);
  if (name === '--help' || name === 'VERB') return;
  const verb = verbs.find((one) => one.name === name);
  expect(verb, `there is no verb ${name}`).toBeDefined();
  if (verb) parseCommandLine(verb, args);
});
