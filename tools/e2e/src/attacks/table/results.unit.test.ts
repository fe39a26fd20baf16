import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import { expect, it } from 'vitest';
import { runNode } from '../../../../scripts/run.mjs';
import { refused } from '../attack.ts';
import { type Claim, toMeta } from './claim.ts';
import { parseResults } from './results.ts';

const told = {
  id: 'live-expired',
  group: 'documents',
  name: 'the live document has expired',
  ends: refused('release/expired'),
} as const;

/** A file of tests, each with the claim of one engine. */
const tests = (bodies: Readonly<Record<string, string>>) => `import { expect, it } from 'vitest';
it('claims nothing', () => {});
${Object.entries(bodies)
  .map(([engine, body]) => {
    const meta = JSON.stringify(toMeta(told, engine as Claim['engine']));
    return `it('${engine}', { meta: ${meta} }, (context) => { ${body} });`;
  })
  .join('\n')}`;

it('reads of each test that claims something its outcome, as Vitest has reported it', async () => {
  await using folder = await openFolder();
  const bodies = {
    Chromium: '',
    Firefox: 'expect(1).toBe(2)',
    WebKitGTK: 'context.task.meta.notRun = { because: 1 }; context.skip()',
  };
  const { isSound, results } = await runTests(folder.path, tests(bodies));
  expect(isSound).toBe(false);
  const claim = {
    id: 'live-expired',
    group: 'documents',
    attack: 'the live document has expired',
    ending: 'the card says `release/expired`',
  };
  expect(results).toEqual([
    { ...claim, engine: 'Chromium', became: 'stopped' },
    { ...claim, engine: 'Firefox', became: 'failed' },
    { ...claim, engine: 'WebKitGTK', became: 'not run' },
  ]);
});

it('tells what a filter has left out from what a test could not do', async () => {
  await using folder = await openFolder();
  const { isSound, results } = await runTests(
    folder.path,
    tests({ Chromium: '', Firefox: '' }),
    '-t=Firefox',
  );
  expect(isSound).toBe(true);
  expect(results.map(({ engine, became }) => [engine, became])).toEqual([
    ['Chromium', 'left out'],
    ['Firefox', 'stopped'],
  ]);
});

it('has the files in the order of their names, whichever was reported first', () => {
  const file = (name: string) => ({
    name,
    assertionResults: [{ status: 'passed', meta: toMeta({ ...told, id: name }, 'Chromium') }],
  });
  const { results } = parseResults({ success: true, testResults: [file('on-routes'), file('attacks')] });
  expect(results.map(({ id }) => id)).toEqual(['attacks', 'on-routes']);
});

it('refuses two tests of one attack in one engine, of which only one would be seen', () => {
  const one = { status: 'passed', meta: toMeta(told, 'Firefox') };
  const report = { success: true, testResults: [{ name: 'a', assertionResults: [one, one] }] };
  expect(() => parseResults(report)).toThrow('Two tests claim live-expired in Firefox');
});

it.each([{ value: null }, { value: [] }, { value: { success: true } }])(
  'refuses $value, which is not a report',
  ({ value }) => {
    expect(() => parseResults(value)).toThrow('not a report');
  },
);

async function openFolder() {
  const path = await mkdtemp(join(tmpdir(), 'linkspan-claims-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

async function runTests(folder: string, text: string, ...args: readonly string[]) {
  await writeFile(join(folder, 'claims.test.js'), text);
  const file = join(folder, 'report.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=json', `--outputFile.json=${file}`];
  // It ends with 1 where a test has failed.
  await runNode([vitest, 'run', '--root', folder, ...reporters, ...args]).catch(() => undefined);
  return parseResults(JSON.parse(await readFile(file, 'utf8')));
}
