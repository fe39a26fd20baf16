import type { Failure } from '@linkspan/contract';
import { useEffect, useState } from 'react';
import type { FamilyConfig } from '../config.ts';
import { t } from '../texts/t.ts';
import { explainIn } from './card/explain-in.ts';
import { useShell } from './shell-context.ts';

/** Tells a screen reader what was done and what failed; the cards tell it to the eye. */
export function Told() {
  return (
    <p className="unseen" aria-live="polite">
      {useTold()}
    </p>
  );
}

function useTold(): string {
  const shell = useShell();
  const [told, tell] = useState('');
  useEffect(() => {
    const ends = shell.config.families.flatMap((family) => {
      const { attempt, remote } = shell.view.family(family.id);
      const tellFailure = (fact: object) =>
        tell('failure' in fact ? sayFailure(family, fact.failure as Failure) : '');
      return [attempt, remote, shell.request(family.id)].map((fact) => fact.listen(tellFailure));
    });
    const end = shell.activity.listen(([latest]) => {
      const family = shell.config.families.find(({ id }) => id === latest?.family)?.title;
      if (latest && family) tell(t(latest.kind === 'signed' ? 'told.signed' : 'told.sent', { family }));
    });
    return () => {
      for (const stop of [...ends, end]) stop();
    };
  }, [shell]);
  return told;
}

function sayFailure(family: FamilyConfig, failure: Failure): string {
  return t('told.failed', { family: family.title, ...explainIn(family, failure) });
}
