import type { Sample } from '../figures/sample.ts';
import type { ReleaseAgain } from '../shell/release-again.ts';
import type { Subject } from '../visit/subject.ts';
import { type Equipment, openVisitor } from './visitor.ts';

/**
 * One visitor who has connected Solana, and comes again after its remote was released with one line changed: what that
 * release took, and what the visitor loads again of it. Rejects where the page has not come back with that release.
 */
export async function takeUpdate(
  shell: Subject,
  equipment: Equipment,
  releaseAgain: ReleaseAgain,
): Promise<readonly Sample[]> {
  const visit = { subject: shell, round: 1 };
  await using visitor = await openVisitor(equipment);
  await visitor.visit({ ...visit, scenario: 'before', actions: { opens: true, picks: 'solana' } });
  const { added, buildSignPublishMs } = await releaseAgain();
  const awaits = { family: 'solana', anyOf: added } as const;
  const updated = await visitor.visit({ ...visit, scenario: 'updated', actions: { opens: false, awaits } });
  const published = { subject: shell.name, scenario: 'publish', round: 1, values: { buildSignPublishMs } };
  return [updated, published];
}
