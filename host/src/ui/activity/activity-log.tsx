import { useEffect, useState } from 'react';
import { activityTickMs } from '../../limits.ts';
import { ClockSymbol } from '../parts/symbols.tsx';
import { useShell } from '../shell-context.ts';
import { t } from '../texts/t.ts';
import { useReadable } from '../use-readable.ts';
import { ActivityRow } from './activity-row.tsx';

/** What has been signed and sent on this page, newest first. `now` is milliseconds since 1970. */
export function ActivityLog({ now }: { now: () => number }) {
  const { activity, config } = useShell();
  const done = useReadable(activity);
  const at = useNow(now, done);
  return (
    <section className="activity" aria-labelledby="activity">
      <h2 id="activity">{t('activity.heading')}</h2>
      {done.length === 0 ? (
        <p className="activity-none">
          <ClockSymbol />
          <span>{t('activity.none')}</span>
        </p>
      ) : (
        <ul className="log">
          {done.map((entry) => {
            const family = config.families.find(({ id }) => id === entry.family);
            return family && <ActivityRow key={entry.id} entry={entry} family={family} now={at} />;
          })}
        </ul>
      )}
    </section>
  );
}

/** The time in milliseconds since 1970: of each change of `occasion`, and then twice a minute. */
function useNow(now: () => number, occasion: unknown): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    setAt(now());
    const timer = setInterval(() => setAt(now()), activityTickMs);
    return () => clearInterval(timer);
  }, [now, occasion]);
  return at;
}
