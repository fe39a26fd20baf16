import { describe, type TestContext } from 'vitest';
import { findProgram, type ProgramId, programs } from '../../../scripts/programs.mjs';

declare module 'vitest' {
  interface TaskMeta {
    /** Why a test was not run. The test command counts a skipped test without it as a failure. */
    notRun?: NotRun;
  }
}

/** A program that is not installed, or what this engine or wallet does not have. */
export type NotRun = { readonly missing: ProgramId } | { readonly because: string };

/** Registers tests that need a program. They are given the paths of its files, or skipped if it is not installed. */
export async function describeWith(
  id: ProgramId,
  name: string,
  define: (paths: readonly string[]) => void,
): Promise<void> {
  const paths = await findProgram(id);
  if (paths) describe(name, () => define(paths));
  else describe.skip(`${name}: ${programs[id].title} is not installed`, whenMissing(id), () => define([]));
}

/** The options of a suite or test that is skipped because a program is not installed. */
export function whenMissing(missing: ProgramId): { readonly meta: { readonly notRun: NotRun } } {
  return { meta: { notRun: { missing } } };
}

/** Ends a running test that has found nothing to try. */
export function skipBecause({ task, skip }: TestContext, because: string): never {
  task.meta.notRun = { because };
  return skip(because);
}
