import { useEffect, useState } from 'react';
import { activityTickMs } from '../../limits.ts';

/** The time in milliseconds since 1970: of each change of `occasion`, and then twice a minute. */
export function useNow(now: () => number, occasion: unknown): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    setAt(now());
    const timer = setInterval(() => setAt(now()), activityTickMs);
    return () => clearInterval(timer);
  }, [now, occasion]);
  return at;
}
