import { findProgram } from '@linkspan/stack/programs';
import { describe, test } from 'vitest';

/** Registers tests that need a program. They are given the paths of its files; if it is not installed, one test is skipped. */
export async function describeWith(
  program: Parameters<typeof findProgram>[0],
  name: string,
  define: (paths: readonly string[]) => void,
): Promise<void> {
  const paths = await findProgram(program);
  if (paths) describe(name, () => define(paths));
  else test(name, ({ skip }) => skip(`${program} is not installed`));
}
