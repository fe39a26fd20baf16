/** Calls each time that the person comes back to the page, until the signal aborts. */
export function onReturn(signal: AbortSignal, run: () => void): void {
  for (const event of ['focus', 'visibilitychange', 'pageshow'])
    globalThis.window?.addEventListener(event, run, { signal });
}
