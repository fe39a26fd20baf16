import { vi } from 'vitest';

// `vi.waitFor` gives up after a second, which no setting changes: a busy machine may need more. Files that share a process
// run this one by one.
const { waitFor } = vi;
const timeout = 15_000;
// By default, it looks again after 50 ms.
const interval = 5;
if (!('isPatient' in waitFor))
  vi.waitFor = Object.assign(
    /** @type {typeof waitFor} */
    (run, options) =>
      waitFor(run, { timeout, interval, ...(typeof options === 'number' ? { timeout: options } : options) }),
    { isPatient: true },
  );
