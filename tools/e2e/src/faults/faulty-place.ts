import type { RemoteSwitches } from '@linkspan/practice/remotes';
import { afterAll } from 'vitest';
import { families } from '../page/families.ts';
import { type OwnPlace, openFaultPlace } from './fault-place.ts';
import type { Person } from './person.ts';
import { until } from './until.ts';

/**
 * Opens a place once for all cells of a file, in which the faulty release of the first family's remote is live: see
 * `@linkspan/practice/remotes`. It is closed after them.
 */
export function useFaultyPlace(name: string): () => Promise<OwnPlace> {
  let opened: Promise<OwnPlace> | undefined;
  afterAll(async () => (await opened)?.[Symbol.asyncDispose]());
  return async () => {
    opened ??= openFaultPlace(name, (team) => team.deliver('remote-evm', { version: '0.1.1', faulty: true }));
    // A cell closes what it was given: this one is the others' too.
    return { ...(await opened), [Symbol.asyncDispose]: async () => undefined };
  };
}

/** Switches faults of the first family's remote on; the next load of the page is by them. */
export function misbehave(person: Person, switches: RemoteSwitches): Promise<void> {
  return person.store('practice-remote:evm', switches);
}

/** What the remote has really done in this page, such as `evm connector.mount throws`. */
export function readActions(person: Person): Promise<readonly string[]> {
  return person.call(() => (Reflect.get(globalThis, 'practiceRemotes') ?? []) as readonly string[]);
}

/** Opens the page while the first family's remote does not come, and lets this much time pass once the others have. */
export async function openAndWait(person: Person, ms: number): Promise<void> {
  await person.session.go(person.place.url);
  const haveOthers = () =>
    person.call(() => {
      const { linkspan } = globalThis as unknown as { linkspan?: Face };
      const stageOf = (id: string) => linkspan?.view.family(id).remote.get().stage;
      return ['solana', 'near'].every((id) => stageOf(id) === 'listed');
    });
  await until(haveOthers, { withinMs: 30_000, tell: async () => 'the others have not come' });
  await person.passTime(ms);
}

/**
 * Waits until no attempt of the first family runs and nothing of its remote is being loaded. The two fail one after the
 * other: what is under way may still load what was broken, and changes what the card says.
 */
export async function whenAllIsOver(person: Person): Promise<void> {
  const isOver = () =>
    person.call(() => {
      const { linkspan } = globalThis as unknown as { linkspan: Face };
      const { attempt, remote } = linkspan.view.family('evm');
      return attempt.get().state !== 'running' && !['pending', 'mounting'].includes(remote.get().stage);
    });
  await until(isOver, { withinMs: 30_000, tell: async () => 'the attempt or the load goes on' });
}

interface Face {
  readonly view: {
    family(id: string): {
      readonly remote: { get(): { readonly stage: string } };
      readonly attempt: { get(): { readonly state: string } };
    };
  };
}

/** How often the page has told each fault of the first family's remote, or of some remote, where a browser hides which. */
export function readFaults(person: Person): Promise<Readonly<Record<string, number>>> {
  return person.call(() => {
    const { events } = (globalThis as unknown as { linkspan: { events: { recent(): Told[] } } }).linkspan;
    const counts: Record<string, number> = {};
    for (const { kind, family, code = '', count = 1 } of events.recent())
      if (kind === 'fault' && (family ?? 'evm') === 'evm') counts[code] = (counts[code] ?? 0) + count;
    return counts;
  });
}

interface Told {
  readonly kind: string;
  readonly family?: string;
  readonly code?: string;
  readonly count?: number;
}

/** Waits until the other families are connected, as they are again after a reload. */
export async function whenOthersAreBack(person: Person): Promise<void> {
  for (const { id } of families) if (id !== 'evm') await person.whenStatus(id, 'Connected');
}
