/** What subjects are called where people read them, in the order of every table. */
const names: ReadonlyMap<string, string> = new Map([
  ['floor', 'by hand, React'],
  ['single', 'one ordinary build'],
  ['shell', 'the shell'],
  ['shell-own-origins', 'the shell, own origins'],
  ['shell-unenforced', 'the shell, not enforced'],
  ['shell-bare', 'its requests alone'],
]);

/** What a subject is called where people read it. */
export function nameSubject(subject: string): string {
  return names.get(subject) ?? subject;
}

/** Subjects in the order of every table, those without a place there last, each once. */
export function sortSubjects(subjects: Iterable<string>): readonly string[] {
  const met = new Set(subjects);
  const known = [...names.keys()].filter((subject) => met.has(subject));
  return [...known, ...[...met].filter((subject) => !names.has(subject)).sort()];
}

/** The shell's three families, or as many as `shell-12` says; undefined of anything else. */
export function familiesOf(subject: string): number | undefined {
  if (subject === 'shell') return 3;
  const count = /^shell-(\d+)$/.exec(subject)?.[1];
  return count === undefined ? undefined : Number(count);
}
