import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { root } from './root.mjs';

const run = promisify(execFile);

describe('--help', () => {
  for (const file of ['start.mjs', 'dev.mjs', 'test.mjs'])
    it(`of ${file} prints help and does nothing else`, async () => {
      const { stdout } = await run(process.execPath, [join(root, 'tools/scripts', file), '--help']);
      expect(stdout).toMatch(/--help\s+this text/);
    });

  for (const subject of ['attacks', 'faults'])
    it(`of the table of ${subject} prints help and does nothing else`, async () => {
      const command = join(root, 'tools/e2e/src', subject, 'table/command.ts');
      const { stdout } = await run(process.execPath, ['--import', 'tsx', command, '--help'], { cwd: root });
      expect(stdout).toMatch(/--help\s+this text/);
    });
});

describe('an option that a command does not have', () => {
  it('is refused with the help', async () => {
    const refused = run(process.execPath, [join(root, 'tools/scripts/dev.mjs'), '--port=1']);
    await expect(refused).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Unknown option '--port'[\s\S]*--help\s+this text/),
    });
  });
});
