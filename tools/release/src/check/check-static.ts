import type { Manifest } from '@linkspan/trust';
import { CommandError } from '../command-error.ts';
import type { CheckResult } from '../documents/check-report.ts';
import { listFiles, ownNames, readListed } from '../documents/release-files.ts';
import { explainError } from '../explain-error.ts';
import { staticChecks } from './static-checks.ts';

/**
 * Checks the files of a release without running them. `at` is when, in ISO 8601; `here` is where on this machine the
 * command is run.
 */
export async function checkStatic(
  { folder, manifest }: { readonly folder: string; readonly manifest: Manifest },
  { at, here }: { readonly at: string; readonly here: string },
): Promise<CheckResult> {
  const contents = new Map<string, Uint8Array>();
  const failures = await failureOf(async () => {
    for (const file of manifest.files) contents.set(file.path, await readListed(folder, file));
    await assertNoOthers(folder, manifest);
  });
  // Files that are not the built ones are not looked at further.
  const checks = failures.length === 0 ? staticChecks : [];
  for (const check of checks)
    failures.push(...(await failureOf(async () => check({ manifest, contents, here }))));
  const passed = checks.length + 1 - failures.length;
  return { passed, failed: failures.length, notOffered: 0, failures, at, browser: '' };
}

/** Throws `command/unlisted`. */
async function assertNoOthers(folder: string, { files }: Manifest): Promise<void> {
  const known = new Set([...files.map(({ path }) => path), ...ownNames]);
  const file = (await listFiles(folder)).find((one) => !known.has(one));
  if (file !== undefined) throw new CommandError('command/unlisted', { file });
}

/** The sentence of what a check finds wrong; none where it finds nothing. */
async function failureOf(check: () => Promise<void>): Promise<string[]> {
  try {
    await check();
    return [];
  } catch (error) {
    const end = explainError(error);
    if (end === undefined) throw error;
    return [end.sentence];
  }
}
