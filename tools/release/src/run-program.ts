import { ExecaError, execa } from 'execa';

/** A program, and where and how it is run. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly folder: string;
  /** Its whole environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Told each line that it prints, as soon as it is there. */
  onLine?(line: string): void;
}

/** Why a program did not do its work: the message is the end of what it said. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
}

const maxLines = 12;

/** Runs a program to its end; returns what it printed, without the last line break. Rejects with `ProgramError`. */
export async function runProgram({ command, args, folder, env, onLine }: Program): Promise<string> {
  const tell = function* (line: unknown) {
    onLine?.(`${line}`);
    yield line;
  };
  try {
    const options = { cwd: folder, env, extendEnv: false, stdin: 'ignore', stdout: tell } as const;
    return (await execa(command, args, options)).stdout;
  } catch (cause) {
    if (!(cause instanceof ExecaError)) throw cause;
    const said = `${cause.stdout ?? ''}\n${cause.stderr ?? ''}`
      .trim()
      .split('\n')
      .slice(-maxLines)
      .join('\n');
    throw new ProgramError(said || cause.shortMessage, { cause });
  }
}
