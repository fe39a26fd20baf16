/** `wrong` keeps people out or lets others in, `unsure` could not be determined, a `hint` could be better. */
export type Level = 'wrong' | 'unsure' | 'hint';

/** One thing that was found at some addresses, or in general if there are none. */
export interface Finding {
  readonly level: Level;
  /** As a verb reports it, its name comes first: `verify/altered`. */
  readonly code: string;
  readonly where: readonly string[];
  /** A sentence, and one on how to fix it. The subject is `where`, if that is not empty. */
  readonly what: string;
}

const levels: readonly Level[] = ['wrong', 'unsure', 'hint'];

/** What a verb reports: findings that say the same of several addresses become one; the worst come first. */
export function mergeFindings(
  verb: 'deploy' | 'doctor' | 'verify',
  findings: readonly Finding[],
): readonly Finding[] {
  const merged = new Map<string, Finding>();
  for (const { level, code, where, what } of findings) {
    // A server or a page whose words are quoted must not write lines of its own.
    const line = what.replace(/\s+/g, ' ');
    const key = `${code} ${line}`;
    const all = new Set([...(merged.get(key)?.where ?? []), ...where]);
    merged.set(key, { level, code: `${verb}/${code}`, where: [...all], what: line });
  }
  return [...merged.values()].sort((one, other) => levels.indexOf(one.level) - levels.indexOf(other.level));
}

/** Findings as lines for people. */
export function toFindingLines(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ level, where: [first, ...others], what }) => {
    const count = others.length === 0 ? '' : ` (and ${others.length} more)`;
    return `  ${level.padEnd(6)} ${first === undefined ? what : `${first}${count} ${what}`}`;
  });
}
