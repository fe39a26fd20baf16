/**
 * How bad a finding is: `wrong` keeps people out or lets others in; `unsure` could not be determined; `hint` could be
 * better; `ok` is as it should be.
 */
export type Level = 'wrong' | 'unsure' | 'hint' | 'ok';

/** One thing that was found at some addresses, or in general if there are none. */
export interface Finding {
  readonly level: Level;
  readonly code: `${'doctor' | 'verify'}/${string}`;
  readonly where: readonly string[];
  /** A sentence. Its subject is `where`, if that is not empty. */
  readonly what: string;
  /** How to fix it. */
  readonly fix?: string;
}

const levels: readonly Level[] = ['wrong', 'unsure', 'hint', 'ok'];

/** Findings that say the same of several addresses become one; the worst come first. */
export function mergeFindings(findings: readonly Finding[]): readonly Finding[] {
  const merged = new Map<string, Finding>();
  for (const { where, ...finding } of findings) {
    const same = toOneLine(finding);
    const key = JSON.stringify([same.code, same.what, same.fix]);
    merged.set(key, { ...same, where: [...new Set([...(merged.get(key)?.where ?? []), ...where])] });
  }
  return [...merged.values()].sort((one, other) => levels.indexOf(one.level) - levels.indexOf(other.level));
}

/** A server or a page whose words are quoted must not write lines of its own. */
function toOneLine<Texts extends Pick<Finding, 'what' | 'fix'>>(texts: Texts): Texts {
  const join = (text: string) => text.replace(/\s+/g, ' ');
  return { ...texts, what: join(texts.what), ...(texts.fix && { fix: join(texts.fix) }) };
}

/** Findings as lines for people, each with how to fix it. */
export function toFindingLines(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap(({ level, where: [first, ...others], what, fix }) => {
    const count = others.length === 0 ? '' : ` (and ${others.length} more)`;
    const sentence = first === undefined ? what : `${first}${count} ${what}`;
    return [`  ${level.padEnd(6)} ${sentence}`, ...(fix === undefined ? [] : [`         ${fix}`])];
  });
}
