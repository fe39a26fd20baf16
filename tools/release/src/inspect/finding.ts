import { format } from '@linkspan/contract';

/**
 * How bad a finding is: `wrong` keeps people out or lets others in; `unsure` could not be told; `hint` could be better;
 * `ok` is as it should be.
 */
export type Level = 'wrong' | 'unsure' | 'hint' | 'ok';

/** What a finding says, and how to fix it; `{where}` is the address or addresses that it was met at. */
export interface FindingText {
  readonly level: Level;
  readonly what: string;
  readonly fix?: string;
}

/** One text per code. */
export type FindingTexts<Code extends string> = Readonly<Record<Code, FindingText>>;

/** One thing that was found, in words that are filled in. */
export interface Finding<Code extends string = string> {
  readonly level: Level;
  readonly code: Code;
  /** Where it was met. */
  readonly addresses: readonly string[];
  readonly what: string;
  /** How to fix it. */
  readonly fix?: string;
}

/** One note: its code, the address that it is about, and the values for its text. Equal notes become one finding. */
export interface Note<Code extends string = string> {
  readonly code: Code;
  readonly address?: string;
  readonly values?: Readonly<Record<string, string>>;
}

const levels: readonly Level[] = ['wrong', 'unsure', 'hint', 'ok'];

/** Notes as findings: what was met in the same way at several addresses is told once. The worst comes first. */
export function toFindings<Code extends string>(
  notes: readonly Note<Code>[],
  texts: FindingTexts<Code>,
): readonly Finding<Code>[] {
  const groups = new Map<string, [Note<Code>, ...Note<Code>[]]>();
  for (const note of notes) {
    const key = JSON.stringify([note.code, note.values ?? {}]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [note]);
    else group.push(note);
  }
  return [...groups.values()]
    .map((group) => toFinding(group, texts))
    .sort((one, other) => levels.indexOf(one.level) - levels.indexOf(other.level));
}

function toFinding<Code extends string>(
  notes: readonly [Note<Code>, ...Note<Code>[]],
  texts: FindingTexts<Code>,
): Finding<Code> {
  const [first] = notes;
  const met = notes.flatMap(({ address }) => (address === undefined ? [] : [address]));
  const addresses = [...new Set(met)];
  const { level, what, fix } = texts[first.code];
  const values = toOneLine({ ...first.values, where: toWhere(addresses) });
  return {
    level,
    code: first.code,
    addresses,
    what: format(what, values),
    ...(fix !== undefined && { fix: format(fix, values) }),
  };
}

/** What a server or a page said must not write lines of its own. */
function toOneLine(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.replace(/\s+/g, ' ')]));
}

function toWhere([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return first;
  return `${first} (and ${others.length} ${others.length === 1 ? 'other file' : 'other files'})`;
}

/** Findings as lines for people, each with how to fix it. */
export function toFindingLines(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap(({ level, what, fix }) => [
    `  ${level.padEnd(6)} ${what}`,
    ...(fix === undefined ? [] : [`         ${fix}`]),
  ]);
}
