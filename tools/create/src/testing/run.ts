import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import { runCreate } from '../run-create.ts';

/** How a call of the command ends. */
export interface End {
  readonly exitCode: number;
  readonly said: string;
  readonly complaint: string;
}

/** A folder of its own, in which one test calls the command. */
export async function createPlace() {
  const folder = await mkdtemp(join(tmpdir(), 'linkspan-create-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return {
    folder,
    /** Calls the command; with answers, a person sits at a terminal and gives these. */
    async run(
      line: string | readonly string[],
      { answers, env = {} }: { answers?: readonly string[]; env?: Readonly<Record<string, string>> } = {},
    ): Promise<End> {
      const argv = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
      const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
      input.end(answers?.map((answer) => `${answer}\n`).join(''));
      const isTerminal = answers !== undefined;
      const exitCode = await runCreate(argv, { folder, env, isTerminal, input, output, errors });
      return { exitCode, said: readAll(output), complaint: readAll(errors) };
    },
    /** The files below a folder, by their paths. */
    async readWritten(name: string): Promise<Readonly<Record<string, string>>> {
      const from = join(folder, name);
      const entries = await readdir(from, { recursive: true, withFileTypes: true });
      const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
      const read = async (file: string) =>
        [file.slice(from.length + 1).replaceAll('\\', '/'), await readFile(file, 'utf8')] as const;
      return Object.fromEntries(await Promise.all(files.map(read)));
    },
  };
}

function readAll(stream: PassThrough): string {
  return String(stream.read() ?? '');
}
