import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runSuite } from './run-suite.mjs';

const imports = `import { expect, it, beforeAll } from ${JSON.stringify(import.meta.resolve('vitest'))};`;

/**
 * Runs a suite of one file of tests.
 * @param {string} text
 * @param {number | 'any'} [expected]
 */
async function runText(text, expected = 'any') {
  const folder = await mkdtemp(join(tmpdir(), 'linkspan-suite-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'one.test.mjs'), `${imports}\n${text}`);
  const suite = { name: 'one', args: ['--root', folder] };
  return runSuite(suite, { file: join(folder, 'report.json'), expected, env: { CI: '' } });
}

describe('a suite', { timeout: 60_000 }, () => {
  it('is green where all of its tests have passed, and it has as many as it should', async () => {
    const result = await runText(`it('a', () => {}); it('b', () => {});`, 2);
    expect(result).toEqual({ passed: 2, failed: 0, notRun: 0, total: 2, problems: [], parts: '' });
  });

  it('is red where a test was committed with `only`', async () => {
    const { failed, problems } = await runText(`it.only('a', () => {}); it('b', () => {});`);
    expect([failed, problems]).toEqual([1, ['“b” was skipped without a reason.']]);
  });

  it('is red where a test is skipped without a reason, and counts one with a reason as not run', async () => {
    const reason = `{ meta: { notRun: { because: 'it cannot' } } }`;
    const text = `it('a', () => {}); it.skip('b', () => {}); it.skip('c', ${reason}, () => {});`;
    expect(await runText(text)).toEqual({
      passed: 1,
      failed: 0,
      notRun: 1,
      total: 3,
      problems: ['“b” was skipped without a reason.'],
      parts: '',
    });
  });

  it('is red where it has lost a test', async () => {
    const { problems } = await runText(`it('a', () => {});`, 2);
    expect(problems).toEqual([
      expect.stringContaining('The suite one has 1 tests, and tools/scripts/expected-tests.json says 2.'),
    ]);
  });

  it('is red where it has no tests, and where its file cannot be read', async () => {
    for (const text of ['', 'throw new Error();'])
      expect((await runText(text)).problems.length).toBeGreaterThan(0);
  });

  it('is red where something fails outside of its tests', async () => {
    const { passed, problems } = await runText(`it('a', () => { setTimeout(() => { throw 1; }); });
it('b', () => new Promise((resolve) => setTimeout(resolve, 50)));`);
    expect([passed, problems.length]).toEqual([2, 1]);
  });

  it('is red where the server that it asks was killed', async () => {
    const { failed, problems } = await runText(`import { spawn } from 'node:child_process';
import { once } from 'node:events';
const serve = "require('http').createServer((_, r) => r.end()).listen(0, function () { console.log(this.address().port) })";
let server, port;
beforeAll(async () => {
  server = spawn(process.execPath, ['-e', serve]);
  [port] = await once(server.stdout, 'data');
});
it('answers', async () => expect((await fetch('http://localhost:' + port)).ok).toBe(true));
it('is killed', async () => { server.kill('SIGKILL'); await once(server, 'exit'); });
it('still answers', async () => expect((await fetch('http://localhost:' + port)).ok).toBe(true));`);
    expect([failed, problems]).toEqual([1, []]);
  });
});
