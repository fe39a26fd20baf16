import { type Family, families } from '../../visit/subject.ts';
import type { Sample } from '../sample.ts';
import { type Comparison, compare } from './compare.ts';

/** How the shell and the single build connect a wallet of a family. */
export interface Connect {
  readonly family: Family;
  /** Chosen by a person: from approved to connected. */
  readonly time: Comparison;
  /** Chosen by a person: the JS that comes at rest, on hover, and on the press. */
  readonly stages: readonly Comparison[];
  /** Pressed at once: the remote's own JS that is fetched to connect. */
  readonly size: Comparison;
  /** Pressed at once: from the navigation to connected. */
  readonly whole: Comparison;
}

/** Each family's ways to connected, and the JS that they fetch, against the single build. */
export function compareConnects(samples: readonly Sample[]): readonly Connect[] {
  return families.map((family) => {
    const chosen = (measure: string) => compareOne(samples, `choose-${family}`, measure);
    const pressed = (measure: string) => compareOne(samples, `connect-${family}`, measure);
    return {
      family,
      time: chosen('approvedToConnectedMs'),
      stages: ['jsAtRest', 'jsOnHover', 'jsOnPress'].map(chosen),
      size: pressed('jsForConnect'),
      whole: pressed('connectedMs'),
    };
  });
}

function compareOne(samples: readonly Sample[], scenario: string, measure: string): Comparison {
  const question = { scenario, base: 'single', subjects: ['single', 'shell'] };
  const [comparison] = compare(samples, { ...question, measures: [measure] });
  return comparison ?? { measure, cells: [] };
}
