import { join } from 'node:path';
import { checkInBrowser } from '../build/check-in-browser.ts';
import { checkStatic } from '../build/check-static.ts';
import {
  type CheckReport,
  type CheckResult,
  checkReportName,
  readCheckReport,
} from '../documents/check-report.ts';
import { manifestIdOf } from '../documents/live.ts';
import { findRelease, type ReleaseFolder } from '../documents/release-folder.ts';
import { writeWhole } from '../files.ts';
import { command, toShown, toTable } from '../output.ts';
import { findNamed } from '../packages.ts';
import { toInstant } from '../time.ts';
import type { Verb } from '../verb.ts';

/** Checks a built release, and keeps what was found beside its manifest. */
export const check: Verb = {
  name: 'check',
  summary: 'checks a built release: its files, and its behavior in a real browser',
  words: '[REMOTE|FOLDER]',
  options: {
    static: { text: 'look at the files alone; no browser is needed' },
  },
  async run(args, context) {
    const release = await findRelease(await findNamed(args, context), context.folder);
    const { folder, value: manifest } = release;
    const { remote, version } = manifest;
    context.progress(`Looking at the files of ${remote} ${version}`);
    const found = await checkStatic(
      { folder, manifest },
      { at: toInstant(context.now()), here: context.folder },
    );
    const results: { static: CheckResult; conformance?: CheckResult } = { static: found };
    // Kept before the browser is started, which may be missing.
    let report = await keepResults(release, results);
    if (!args.has('static') && found.failed === 0) {
      results.conformance = await checkInBrowser(folder, context);
      report = await keepResults(release, results);
    }
    const failures = Object.entries(results).flatMap(([name, one]) =>
      one.failures.map((failure) => [name, failure]),
    );
    return {
      lines: [
        `${remote} ${version}: ${Object.entries(results).map(describe).join('; ')}`,
        ...(failures.length > 0 ? ['', ...toTable(['check', 'what is wrong'], failures)] : []),
        ...(found.failed > 0 && !args.has('static')
          ? ['', 'The browser was not started: fix the files first.']
          : []),
        ...(failures.length === 0 ? [`Next: ${command} sign ${toShown(folder, context.folder)}`] : []),
      ],
      facts: { remote, version, folder, ...report },
      exitCode: failures.length > 0 ? 1 : 0,
    };
  },
};

function describe([name, { passed, failed, notOffered, browser }]: readonly [string, CheckResult]): string {
  const counted = `${name} ${passed} of ${passed + failed} passed`;
  const aside = notOffered > 0 ? `, ${notOffered} not offered by the wallet` : '';
  return `${counted}${aside}${browser === '' ? '' : ` (${browser})`}`;
}

/**
 * The report of a release with new results: those of other checks that were run on the same manifest stay. It is
 * written beside the manifest.
 */
async function keepResults(release: ReleaseFolder, results: CheckReport['results']): Promise<CheckReport> {
  const manifest = manifestIdOf(release.envelope);
  const file = join(release.folder, checkReportName);
  // A report that cannot be read says nothing.
  const kept = await readCheckReport(release.folder, release.value.remote).catch(() => undefined);
  const before = kept?.report;
  const report = {
    manifest,
    results: { ...(before?.manifest === manifest ? before.results : {}), ...results },
  };
  await writeWhole(file, `${JSON.stringify(report, null, 2)}\n`);
  return report;
}
