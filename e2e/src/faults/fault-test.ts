/**
 * How a cell of the matrix is tried (docs/faults.md is generated from these tests):
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
 * - Run: `npx vitest run --config e2e/faults.config.ts e2e/src/faults/wallets -t "never answers"`. Chromium alone, or
 *   with `LINKSPAN_ENGINES=all` Firefox and WebKitGTK too; `LINKSPAN_ENGINES=Firefox` names some.
 *   `LINKSPAN_BUILDS=former` runs on the last build of a part that does not build now.
 */
import { afterAll, test } from 'vitest';
import type { Engine, EngineKind } from '../engines/engine.ts';
import { engines } from '../engines/engines.ts';
import { families } from '../page/families.ts';
import { type Cell, type CellMeta, isBarred } from './cell.ts';
import { expectUsable } from './expect-usable.ts';
import { type FaultPlace, openHousePlace } from './fault-place.ts';
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

const started = new Map<EngineKind['name'], Promise<Engine>>();

afterAll(async () => {
  for (const engine of started.values()) await (await engine)[Symbol.asyncDispose]();
});

/** Registers a test of one cell in each engine of this run. The steps may answer the cell's words. */
export function faultTest<Place extends FaultPlace = FaultPlace>(
  cell: Cell,
  steps: (person: Person, place: Place) => Promise<unknown>,
  { place: openPlace, before, inRealTime = false, begins = 'connected' }: Beginning<Place> = {},
): void {
  const broken = cell.family ?? families.find(({ id }) => id === cell.at)?.id;
  for (const kind of chosen()) {
    const meta: CellMeta = { ...cell, engine: kind.name };
    const isTried = kind.missing === undefined && !isBarred(meta);
    const name = `${cell.group}: ${cell.fault}, ${cell.at}, in ${kind.name}`;
    test.skipIf(!isTried)(name, { meta: { cell: meta } }, async ({ task }) => {
      await using own = openPlace ? await openPlace() : (openHousePlace() as Place);
      await using opened = await (await start(kind)).open({ canPassTime: !inRealTime });
      const isClocked = opened.passTime === undefined && !inRealTime;
      await using clocked = isClocked ? await openClockedPage(own.url) : undefined;
      const place = clocked ? { ...own, url: clocked.url } : own;
      const session = clocked ? withClock(opened) : opened;
      const person = createPerson(session, place);
      await before?.(person, place);
      if (begins !== 'nothing') await person.open();
      if (begins === 'connected') for (const { id } of families) if (id !== broken) await person.connect(id);
      const told = await steps(person, place);
      meta.words = typeof told === 'string' ? told : broken ? await sayOf(person, broken) : '';
      Object.assign(task.meta, { cell: meta });
      await expectUsable(person, broken);
    });
  }
}

async function sayOf(person: Person, family: (typeof families)[number]['id']): Promise<string> {
  return toSaid(await person.words(family));
}

function start(kind: EngineKind): Promise<Engine> {
  const engine = started.get(kind.name) ?? kind.start();
  started.set(kind.name, engine);
  return engine;
}

function chosen(): readonly EngineKind[] {
  const wanted = process.env.LINKSPAN_ENGINES || 'Chromium';
  return wanted === 'all' ? engines : engines.filter(({ name }) => wanted.split(',').includes(name));
}
