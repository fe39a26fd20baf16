import { vi } from 'vitest';

/** A page that a test shows, hides and leaves. It takes the place of `document`, `window` and `navigator` until the test ends. */
export function openFakePage() {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const window = new EventTarget();
  const navigator = { onLine: true };
  for (const [name, value] of Object.entries({ document, window, navigator })) vi.stubGlobal(name, value);
  const see = (state: DocumentVisibilityState) => {
    document.visibilityState = state;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const show = (persisted: boolean) =>
    void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  return {
    show: () => see('visible'),
    hide: () => see('hidden'),
    /** The first showing, after a load. */
    load: () => show(false),
    /** A return from the back-forward cache. */
    restore: () => show(true),
    leave: () => void window.dispatchEvent(new Event('pagehide')),
    goOnline(isOnline: boolean) {
      navigator.onLine = isOnline;
      window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
    },
  };
}
