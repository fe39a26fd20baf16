import { afterAll, afterEach } from 'vitest';

/** What was reported and no listener has canceled. @type {unknown[]} */
const reported = [];

/** Neither Node nor happy-dom has it (HTML, "Runtime script errors"). A test that expects a report stubs it. */
globalThis.reportError = (error) => {
  if (typeof window !== 'undefined' && typeof window.ErrorEvent === 'function') {
    const event = new window.ErrorEvent('error', { error, message: String(error), cancelable: true });
    if (!window.dispatchEvent(event)) return;
  }
  reported.push(error);
};

/** A page goes on after a reported error; a test must not. */
function failReported() {
  const errors = reported.splice(0);
  if (errors.length > 0) throw new AggregateError(errors, `Reported: ${errors.join(', ')}`);
}

afterEach(failReported);
afterAll(failReported);
