import type { EngineKind } from '../../engines/engine.ts';
import type { Ending, Group } from '../attack.ts';
import { toEndingText } from './ending-text.ts';

/** What a test shows: that one attack ends as it must in one engine. It goes with the test into its report. */
export interface Claim {
  /** The attack's; the same in each engine. */
  readonly id: string;
  readonly group: Group;
  /** What the attacker does. */
  readonly attack: string;
  /** What becomes of it. */
  readonly ending: string;
  readonly engine: EngineKind['name'];
}

declare module 'vitest' {
  interface TaskMeta {
    claim?: Claim;
  }
}

/** As much of an attack as its row tells. */
interface Told {
  readonly id: string;
  readonly group: Group;
  readonly name: string;
  /** How it ends, or a sentence about it where it ends in its own way. */
  readonly ends: Ending | string;
}

/**
 * What to give a test as its `meta`: with that it is a cell of the table in docs/evidence/attacks.md. Where an engine lacks what the
 * attack needs, the test says so by `skipBecause`, and its cell reads “not run”.
 */
export function toMeta({ id, group, name, ends }: Told, engine: Claim['engine']): { readonly claim: Claim } {
  const ending = typeof ends === 'string' ? toPhrase(ends) : toEndingText(ends);
  return { claim: { id, group, attack: name, ending, engine } };
}

/** A sentence as the others in its column stand. */
function toPhrase(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}
