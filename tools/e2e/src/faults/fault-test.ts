/**
 * How a cell of the matrix is tried (docs/evidence/faults.md is generated from these tests):
 *
 *     faultTest({ group: 'wallet', fault: 'never answers', at: 'solana' }, async (person) => {
 *       await person.change({ wallet: 'solana', switches: { neverAnswers: true } });
 *       await person.pick('solana');
 *       await person.whenMounted('solana');
 *       await person.passTime(60_000);
 *       await person.whenSays('solana', 'Still waiting in Practice Wallet');
 *     });
 *
 * - Each cell has a browser of its own at the common house (fault-place.ts). The page is opened and the practice wallets
 *   of all other families are connected before the steps; `person` (person.ts) does what people do, in any engine.
 * - After the steps, expectUsable asserts by itself: the others are connected, another can sign, the dialog opens, the
 *   words on all cards are plain and offer a step, nobody is connecting for ever. What the card of the cell's family
 *   says at the end of the steps is the cell's words in the matrix, or the text that the steps answer.
 * - Options, third: `before(person)` runs before the page is opened (`person.store` writes its storage); `place` opens a
 *   place of its own: `() => openFaultPlace('name', (team) => team.deliver('remote-solana', { version: '0.2.0', faulty: true }))`.
 * - `place.breakChain('near', { answers: 'html' })` and `place.breakRemote('solana', …)` break servers until the cell ends
 *   (`ChainFaults` of @linkspan/practice/bench; second argument of the steps, also `person.place`).
 * - No deadline is slept through: `person.passTime(ms)` brings the page's timers forward, in Chromium by its driver and
 *   elsewhere by a script before the page's own (own-clock.ts). What the page asks of servers takes real time: wait for
 *   it by `whenSays`, `whenStatus`, `when`; and `whenMounted` before time passes, else it is the connector's load that
 *   is late.
 * - Run: `npx vitest run --config tools/e2e/vitest.config.ts tools/e2e/src/faults/wallets -t "never answers"`. Chromium alone, or
 *   with `LINKSPAN_ENGINES=all` Firefox and WebKitGTK too; `LINKSPAN_ENGINES=Firefox` names some. All cells, or with
 *   `LINKSPAN_PART=quick` one cell of each fault, and with `LINKSPAN_PART=rest` those that this leaves out.
 */
import { afterAll, describe, type TestContext, test } from 'vitest';
import type { Engine, EngineKind } from '../engines/engine.ts';
import { chosenEngines } from '../engines/engines.ts';
import { families } from '../page/families.ts';
import { skipBecause, whenMissing } from '../place/not-run.ts';
import { type Cell, type CellMeta, chooseCells, isBarred } from './cell.ts';
import { expectUsable } from './expect-usable.ts';
import { type FaultPlace, openStackPlace } from './fault-place.ts';
import { openClockedPage, withClock } from './open-clocked-page.ts';
import { createPerson, type Person } from './person.ts';
import { toSaid } from './words.ts';

/** How a cell begins, where that is not as usual. */
interface Beginning<Place extends FaultPlace> {
  /** Opens a place of its own; else it is the common house. */
  readonly place?: () => Promise<Place>;
  /** Before the page is opened. */
  readonly before?: (person: Person, place: Place) => Promise<void>;
  /**
   * With the engine's own timers: where a driver can bring them forward, an error that one of them throws is heard by
   * nobody.
   */
  readonly inRealTime?: boolean;
  /** `opened`: the page alone, no other family connected; `nothing`: not even the page. Else as above. */
  readonly begins?: 'connected' | 'opened' | 'nothing';
}

/** A cell with how it is tried. */
interface Trial extends Cell {
  run(kind: EngineKind, context: TestContext): Promise<void>;
}

const trials: Trial[] = [];
const started = new Map<EngineKind['name'], Promise<Engine>>();

// Vitest calls this once the whole file has been read, so that all of its cells are known.
describe('cells', () => {
  for (const trial of chooseCells(trials))
    for (const kind of chosenEngines) {
      const name = `${trial.group}: ${trial.fault}, ${trial.at}, in ${kind.name}`;
      const options = kind.isMissing && kind.program ? whenMissing(kind.program) : {};
      test.skipIf(kind.isMissing)(name, options, (context) => trial.run(kind, context));
    }
});

afterAll(async () => {
  for (const engine of started.values()) await (await engine)[Symbol.asyncDispose]();
});

/** Registers a test of one cell in each engine of this run. The steps may return the cell's words. */
export function faultTest<Place extends FaultPlace = FaultPlace>(
  cell: Cell,
  steps: (person: Person, place: Place, engine: EngineKind['name']) => Promise<unknown>,
  { place: openPlace, before, inRealTime = false, begins = 'connected' }: Beginning<Place> = {},
): void {
  const broken = cell.family ?? families.find(({ id }) => id === cell.at)?.id;
  const run: Trial['run'] = async (kind, context) => {
    const meta: CellMeta = { ...cell, engine: kind.name };
    Object.assign(context.task.meta, { cell: meta });
    if (cell.only && isBarred(meta)) skipBecause(context, cell.only.because);
    await using own = openPlace ? await openPlace() : (openStackPlace() as Place);
    await using opened = await (await start(kind)).open({ canPassTime: !inRealTime });
    const isClocked = opened.passTime === undefined && !inRealTime;
    await using clocked = isClocked ? await openClockedPage(own.url) : undefined;
    const place = clocked ? { ...own, url: clocked.url } : own;
    const session = clocked ? withClock(opened) : opened;
    const person = createPerson(session, place);
    await before?.(person, place);
    if (begins !== 'nothing') await person.open();
    if (begins === 'connected') for (const { id } of families) if (id !== broken) await person.connect(id);
    const told = await steps(person, place, kind.name);
    meta.words = typeof told === 'string' ? told : broken ? await sayOf(person, broken) : '';
    Object.assign(context.task.meta, { cell: meta });
    await expectUsable(person, broken);
  };
  trials.push({ ...cell, run });
}

async function sayOf(person: Person, family: (typeof families)[number]['id']): Promise<string> {
  return toSaid(await person.words(family));
}

function start(kind: EngineKind): Promise<Engine> {
  const engine = started.get(kind.name) ?? kind.start();
  started.set(kind.name, engine);
  return engine;
}
