import type { FamilyId, FamilyView, Readable, View } from '@linkspan/contract';
import { guard } from './family-state.ts';
import { deepFreeze } from './freeze.ts';

/** Calls once at the end of the current frame, or soon if no frame comes. */
export type NextFrame = (run: () => void) => void;

/** The store for views: it calls listeners of a family at most once a frame, however often a remote publishes. */
export interface PacedView {
  /** Its values are always current; only its listeners are called late. */
  readonly view: View;
  /** Calls once for all changes of a family since the last call; returns a function to unsubscribe. */
  listen(family: FamilyId, listener: () => void): () => void;
}

/** A view with a gate for each family: a flood in one family does not slow down another. */
export function createPacedView(view: View, nextFrame: NextFrame): PacedView {
  const gates = new Map<FamilyId, Gate>(view.families.map((id) => [id, createGate(nextFrame)]));
  const gateOf = (id: FamilyId) => gates.get(id) as Gate;
  const paced = new Map(view.families.map((id) => [id, pace(view.family(id), gateOf(id))]));
  return {
    // The view itself refuses a family that the page does not have.
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

/** Passes changes on to listeners: the first of a frame at once, all others together at the frame's end. */
interface Gate {
  touch(): void;
  listen(listener: () => void): () => void;
}

function createGate(nextFrame: NextFrame): Gate {
  const listeners = new Set<() => void>();
  let [isOpen, isWaiting] = [true, false];

  function pass(): void {
    isOpen = false;
    nextFrame(endFrame);
    for (const listener of [...listeners]) listener();
  }

  function endFrame(): void {
    isOpen = !isWaiting;
    isWaiting = false;
    if (!isOpen) pass();
  }

  return {
    touch() {
      if (isOpen) return pass();
      isWaiting = true;
    },
    listen(listener) {
      const own = guard(listener);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}
