import type { ChildProcess } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { build } from 'vite';
import { onTestFinished } from 'vitest';

/** A process of a test, and how it ends. */
export interface Child {
  readonly process: ChildProcess;
  /** What it wrote, and the signal that ended it, if one did. Fails with its complaint where it ends badly. */
  readonly end: Promise<{ readonly output: string; readonly signal: NodeJS.Signals | null }>;
}

/** Makes one plain file of a file of this folder and what it imports: Node starts it four times as fast. */
export async function bundleChild(file: string, folder: string): Promise<string> {
  const entry = fileURLToPath(new URL(file, import.meta.url));
  await build({
    configFile: false,
    logLevel: 'silent',
    build: { ssr: entry, outDir: folder, rolldownOptions: { output: { entryFileNames: 'child.mjs' } } },
  });
  // What is no source of ours stays outside, and is looked for beside the file.
  await symlink(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'));
  return join(folder, 'child.mjs');
}

/** Runs a file as a process of its own; it ends with the test at the latest. */
export function runChild(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Child {
  const child = execa(process.execPath, [file, ...args], { env, reject: false });
  onTestFinished(() => void child.kill('SIGKILL'));
  const end = child.then(({ failed, exitCode, signal = null, stdout: output, stderr }) => {
    if (failed && signal === null) throw new Error(`It ended with ${exitCode}: ${stderr}`);
    return { output, signal };
  });
  return { process: child, end };
}
