import { nameMeasure, unitOf } from '../figures/measures.ts';
import type { Sample } from '../figures/sample.ts';
import { toText } from '../figures/to-text.ts';

/** What a line of progress tells, as far as it was measured. */
const told = [
  ...['buttonMs', 'listMs', 'askedMs', 'connectedMs', 'approvedToConnectedMs'],
  ...['refetchedBytes', 'buildSignPublishMs'],
];

/** One line of what a visit has come to. */
export function tellTaken(sample: Sample): string {
  const figures = told.flatMap((measure) => {
    const value = sample.values[measure];
    return value === undefined ? [] : [`${nameMeasure(measure)} ${toText(value, unitOf(measure))}`];
  });
  return `${toPlace(sample)}: ${figures.join(', ')}`;
}

/** One line that says why there is nothing of a visit. */
export function tellFailed(place: Omit<Sample, 'values'>, error: unknown): string {
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return `${toPlace(place)}: FAILED, and left out. ${reason}`;
}

function toPlace({ round, subject, scenario }: Omit<Sample, 'values'>): string {
  return `round ${round}, ${subject}, ${scenario}`;
}
