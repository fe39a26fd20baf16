import type { Finding } from './finding.ts';

/** Findings as lines for people, each with how to mend it. */
export function toFindingLines(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap(({ level, what, mend }) => [
    `  ${level.padEnd(6)} ${what}`,
    ...(mend === undefined ? [] : [`         ${mend}`]),
  ]);
}
