import { join } from 'node:path';
import { type CheckReport, checkReportName, readCheckReport } from '../documents/check-report.ts';
import { manifestIdOf } from '../documents/manifest-id.ts';
import { writeWhole } from '../write-whole.ts';
import type { ReleaseFolder } from './find-release.ts';

/**
 * The report of a release with new results: those of other checks that were run on the same manifest stay. It is
 * written beside the manifest, unless `isDry`.
 */
export async function keepResults(
  release: ReleaseFolder,
  results: CheckReport['results'],
  { isDry }: { readonly isDry: boolean },
): Promise<CheckReport> {
  const manifest = manifestIdOf(release.envelope);
  const file = join(release.folder, checkReportName);
  // A report that cannot be read says nothing.
  const kept = await readCheckReport(release.folder, release.value.remote).catch(() => undefined);
  const before = kept?.report;
  const report = {
    manifest,
    results: { ...(before?.manifest === manifest ? before.results : {}), ...results },
  };
  if (!isDry) await writeWhole(file, `${JSON.stringify(report, null, 2)}\n`);
  return report;
}
