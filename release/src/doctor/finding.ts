import { format } from '@linkspan/contract';
import { type FindingCode, type FindingText, findingTexts, type Level } from './finding-texts.ts';

/** One thing that was found, in words that are filled in. */
export interface Finding {
  readonly level: Level;
  readonly code: FindingCode;
  /** Where it was met. */
  readonly addresses: readonly string[];
  readonly what: string;
  /** How to mend it. */
  readonly mend?: string;
}

/** A finding before it is put together with its like: its code, where it was met, and what its text has places for. */
export interface Noted {
  readonly code: FindingCode;
  readonly address?: string;
  readonly values?: Readonly<Record<string, string>>;
}

/** Notes as findings: what was met in the same way at several addresses is told once. The worst comes first. */
export function toFindings(notes: readonly Noted[]): readonly Finding[] {
  const groups = new Map<string, Noted[]>();
  for (const note of notes) {
    const key = JSON.stringify([note.code, note.values ?? {}]);
    groups.set(key, [...(groups.get(key) ?? []), note]);
  }
  const levels: readonly Level[] = ['wrong', 'hint', 'ok'];
  return [...groups.values()]
    .map(toFinding)
    .sort((one, other) => levels.indexOf(one.level) - levels.indexOf(other.level));
}

function toFinding(notes: readonly Noted[]): Finding {
  const [first] = notes;
  if (first === undefined) throw new Error('A group has a first note.');
  const addresses = notes.flatMap(({ address }) => (address === undefined ? [] : [address]));
  const { level, what, mend }: FindingText = findingTexts[first.code];
  const values = { ...first.values, where: toWhere(addresses) };
  return {
    level,
    code: first.code,
    addresses,
    what: format(what, values),
    ...(mend !== undefined && { mend: format(mend, values) }),
  };
}

function toWhere([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return first;
  return `${first} (and ${others.length} ${others.length === 1 ? 'other file' : 'other files'})`;
}
