/**
 * Whether a file has come as what the page runs, whatever it was: one that is still under way has no entry yet (Resource
 * Timing). A fetch of it beside says nothing.
 */
export function hasCome(address: string): boolean {
  return performance.getEntriesByType('resource').some((entry) => {
    const { name, initiatorType } = entry as PerformanceResourceTiming;
    return name.split('#')[0] === address && initiatorType !== 'fetch';
  });
}
