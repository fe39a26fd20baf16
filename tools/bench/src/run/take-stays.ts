import { say } from '@linkspan/stack/say';
import type { Sample } from '../figures/sample.ts';
import type { Subject } from '../visit/subject.ts';
import type { Stay } from './plan.ts';
import { tellFailed, tellTaken } from './tell-sample.ts';
import { type Equipment, openVisitor } from './visitor.ts';

/**
 * Takes all stays one after another, and tells each visit in a line. A visit that fails is told, ends its stay, and
 * leaves no sample.
 */
export async function takeStays(
  stays: readonly Stay[],
  subjects: ReadonlyMap<string, Subject>,
  equipment: Equipment,
): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const { subject: name, round, visits } of stays) {
    const subject = subjects.get(name);
    if (subject === undefined) throw new Error(`There is no page called ${name}.`);
    await using visitor = await openVisitor(equipment);
    for (const visit of visits) {
      const sample = await visitor
        .visit({ ...visit, subject, round })
        .catch((error) => say(tellFailed({ subject: name, scenario: visit.scenario, round }, error)));
      if (!sample) break;
      samples.push(sample);
      say(tellTaken(sample));
    }
  }
  return samples;
}
