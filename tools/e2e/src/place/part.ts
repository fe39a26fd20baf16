/**
 * Which part of the tests a run has, as `LINKSPAN_PART` says. `quick`: each once, and those that there are for several
 * families or places with one of them, which rotates from test to test. `rest`: those that this leaves out. Else all.
 */
export const part: '' | 'quick' | 'rest' = parsePart(process.env.LINKSPAN_PART);

function parsePart(text = ''): typeof part {
  if (text === '' || text === 'quick' || text === 'rest') return text;
  throw new Error(`LINKSPAN_PART is “${text}”. It must be quick or rest.`);
}

/** Of several that the same test is for, those that this part of the tests has. `turn` rises from test to test. */
export function choose<Own>(all: readonly Own[], turn: number, of = part): readonly Own[] {
  return all.filter((_, at) => of === '' || (at === turn % all.length) === (of === 'quick'));
}

let turns = 0;

/** The families of one test that this part of the tests has. */
export function inTurn<Own>(families: readonly Own[]): readonly Own[] {
  turns += 1;
  return choose(families, turns - 1);
}
