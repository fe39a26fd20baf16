import { type Family, families } from '../../visit/subject.ts';
import type { Sample } from '../sample.ts';
import { type Comparison, compare } from './compare.ts';

/** How the shell and the single build connect a wallet of a family. */
export interface Connect {
  readonly family: Family;
  readonly time: Comparison;
  readonly size: Comparison;
}

/** Each family's way from approved to connected, and the JS that it fetches, against the single build. */
export function compareConnects(samples: readonly Sample[]): readonly Connect[] {
  return families.map((family) => {
    const of = (measure: string) => compareConnect(samples, family, measure);
    return { family, time: of('approvedToConnectedMs'), size: of('jsForConnect') };
  });
}

function compareConnect(samples: readonly Sample[], family: Family, measure: string): Comparison {
  const question = { scenario: `connect-${family}`, base: 'single', subjects: ['single', 'shell'] };
  const [comparison] = compare(samples, { ...question, measures: [measure] });
  return comparison ?? { measure, cells: [] };
}
