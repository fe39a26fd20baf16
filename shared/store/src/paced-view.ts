import type { FamilyId, FamilyView, Readable, View } from '@linkspan/contract';
import { deepFreeze } from './freeze.ts';
import { createGate, type Gate, type NextFrame } from './gate.ts';

/** The store as views listen to it: whatever a remote publishes, a family is told of at most once a frame. */
export interface PacedView {
  /** What it answers is always the truth of now; only its listeners are told late. */
  readonly view: View;
  /** Calls once for all that has changed of a family since; returns what ends it. */
  listen(family: FamilyId, listener: () => void): () => void;
}

/** A view with a gate for each family: a flood in one is not felt in another. */
export function createPacedView(view: View, nextFrame: NextFrame): PacedView {
  const gates = new Map<FamilyId, Gate>(view.families.map((id) => [id, createGate(nextFrame)]));
  const gateOf = (id: FamilyId) => gates.get(id) as Gate;
  const paced = new Map(view.families.map((id) => [id, pace(view.family(id), gateOf(id))]));
  return {
    // A family that the page does not have is refused by the view itself.
    view: deepFreeze({ families: view.families, family: (id: FamilyId) => paced.get(id) ?? view.family(id) }),
    listen: (id, listener) => gateOf(id).listen(listener),
  };
}

function pace(family: FamilyView, gate: Gate): FamilyView {
  const facts = Object.entries(family).map(([name, fact]: [string, Readable<unknown>]) => {
    fact.listen(gate.touch);
    return [name, toPaced(fact, gate)];
  });
  return deepFreeze(Object.fromEntries(facts) as FamilyView);
}

function toPaced<Value>(fact: Readable<Value>, gate: Gate): Readable<Value> {
  const listen = (listener: (value: Value) => void) => {
    let last = fact.get();
    return gate.listen(() => {
      const value = fact.get();
      if (value === last) return;
      last = value;
      listener(value);
    });
  };
  return {
    get: fact.get,
    listen,
    subscribe(listener) {
      const end = listen(listener);
      listener(fact.get());
      return end;
    },
  };
}
