import { format, loadStages } from '@linkspan/contract';
import { useId } from 'react';
import type { FamilyReport } from '../../diagnostics/health-report.ts';
import { healthTexts as texts } from '../texts/en-health.ts';
import { Facts } from './facts.tsx';
import { sayCounts } from './say-counts.ts';

/** How one family does. */
export function FamilyHealth({ family }: { family: FamilyReport }) {
  const titleId = useId();
  return (
    <section
      className="health-family"
      data-health={family.id}
      data-family={family.id}
      aria-labelledby={titleId}
    >
      <h3 id={titleId}>{family.title}</h3>
      <Facts
        facts={[
          [texts.release, sayRelease(family)],
          [texts.remote, family.remote],
          [texts.standing, family.standing],
          [texts.connection, family.status],
          [texts.stages, sayStages(family)],
          [texts.attempts, sayCounts(family.attempts)],
          [texts.requests, sayCounts(family.requests)],
          [texts.faults, sayCounts(family.faults)],
        ]}
      />
    </section>
  );
}

function sayRelease({ release }: FamilyReport): string {
  if (release === undefined) return texts.noRelease;
  const { name, share } = release;
  if (share === undefined) return `${name}, ${texts.unsigned}`;
  return `${name}, ${texts.verified}, ${format(texts.share, { share: String(share) })}`;
}

function sayStages({ stages }: FamilyReport): string {
  const said = loadStages.flatMap((stage) => {
    const time = stages[stage];
    if (time === undefined) return [];
    return `${stage} ${format(texts.ms, { ms: String(Math.round(time.durationMs)) })}${time.code ? ` (${time.code})` : ''}`;
  });
  return said.join('\n') || texts.none;
}
