import { describe, expect, it } from 'vitest';
import { ProgramError, runProgram } from './run-program.ts';

const run = (source: string, env = {}) =>
  runProgram({ command: process.execPath, args: ['-e', source], folder: '.', env });

describe('a program', () => {
  it('answers what it printed, in the environment that it is given alone', async () => {
    expect(await run('console.log(process.env.ONE, process.env.HOME)', { ONE: '1' })).toBe('1 undefined');
  });

  it('is refused with the end of what it said', async () => {
    const failed = run('for (let i = 0; i < 99; i += 1) console.error("line " + i); process.exit(3)');
    await expect(failed).rejects.toThrow(ProgramError);
    await expect(failed).rejects.toThrow(/^line 87\n(line \d+\n){10}line 98$/);
  });

  it('is refused where it says nothing, or cannot be started', async () => {
    await expect(run('process.exit(3)')).rejects.toThrow('exit code 3');
    const missing = runProgram({ command: '/no/such/program', args: [], folder: '.', env: {} });
    await expect(missing).rejects.toThrow(/ENOENT.*\/no\/such\/program/);
  });

  it('tells each line that it prints, and answers them all the same', async () => {
    const lines: string[] = [];
    const args = ['-e', 'process.stdout.write("one\\ntw"); setTimeout(() => console.log("o"), 20)'];
    const onLine = (line: string) => lines.push(line);
    expect(await runProgram({ command: process.execPath, args, folder: '.', env: {}, onLine })).toBe(
      'one\ntwo',
    );
    expect(lines).toEqual(['one', 'two']);
  });
});
