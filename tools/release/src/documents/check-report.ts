import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { integer, LinkspanError, list, Malformed, record, type Shape, text } from '@linkspan/contract';

/** What a release can be checked for: its files alone, or its behavior in a real browser. */
export type CheckName = (typeof checkNames)[number];

/** In the order in which they are run. */
export const checkNames = ['static', 'conformance'] as const;

/** What one check of a release found. */
export interface CheckResult {
  readonly passed: number;
  readonly failed: number;
  /** Cases that the practice wallet does not offer. */
  readonly notOffered: number;
  /** What failed, one sentence each. */
  readonly failures: readonly string[];
  /** ISO 8601. */
  readonly at: string;
  /** What it ran in, such as `Chromium 156`; empty for the static one. */
  readonly browser: string;
}

/** What the checks of a release found, bound to it by the id of its manifest. */
export interface CheckReport {
  /** The id of the manifest: the SHA-256 of its payload. */
  readonly manifest: string;
  readonly results: Readonly<Partial<Record<CheckName, CheckResult>>>;
}

/** The file of a report, beside the manifest of the release. */
export const checkReportName = 'check.json';

const count = integer(0, 10_000);

/** The fields of a result that the check itself tells. */
export const resultFields = {
  passed: count,
  failed: count,
  notOffered: count,
  failures: list(text(undefined, undefined, 2_000), 500),
  browser: text(undefined, undefined, 200),
};

const instant = text('an instant', (value) => !Number.isNaN(Date.parse(value)));
const result: Shape<CheckResult> = record({ ...resultFields, at: instant });
const fields = record({
  manifest: text('the id of a manifest', (value) => /^[0-9a-f]{64}$/.test(value)),
  results: record({}, { static: result, conformance: result }),
}) as Shape<CheckReport>;

/** A report, from the bytes of its file. Throws `release/malformed` with the place. */
export function parseCheckReport(bytes: Uint8Array, remote: string): CheckReport {
  try {
    return fields(JSON.parse(new TextDecoder().decode(bytes)), 'check');
  } catch (cause) {
    const place = cause instanceof Malformed ? cause.place : 'check';
    throw new LinkspanError('release/malformed', { remote, place }, { cause });
  }
}

/** The report beside the manifest of a release, or undefined if it was never checked. Throws `release/malformed`. */
export async function readCheckReport(
  folder: string,
  remote: string,
): Promise<{ readonly bytes: Uint8Array; readonly report: CheckReport } | undefined> {
  const file = join(folder, checkReportName);
  if (!existsSync(file)) return undefined;
  const bytes = await readFile(file);
  return { bytes, report: parseCheckReport(bytes, remote) };
}

/** Whether a check was run on this very manifest, and nothing of it failed. */
export function hasPassed(report: CheckReport | undefined, check: CheckName, manifest: string): boolean {
  const found = report?.manifest === manifest ? report.results[check] : undefined;
  return found !== undefined && found.failed === 0 && found.passed > 0;
}
