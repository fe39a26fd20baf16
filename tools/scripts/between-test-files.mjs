import { afterAll, vi } from 'vitest';

/** What a browser has and Node does not: a file of tests that needs it puts a stand-in there. */
const ofBrowsers = ['window', 'document', 'localStorage', 'sessionStorage', 'location', 'reportError'];

// Files share a process, so none may leave its stand-ins to the next one.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of ofBrowsers) Reflect.deleteProperty(globalThis, name);
});
