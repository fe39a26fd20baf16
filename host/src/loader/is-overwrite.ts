import { isA, messageOf } from '@linkspan/contract';

/** How V8, SpiderMonkey and JavaScriptCore say that something frozen was to be written over. */
const sayings = /read.?only|not extensible|non-writable|not writable|redefine|unconfigurable|getter/i;

/**
 * Whether an error says that what the early script has frozen was to be written over. No engine gives it a code, and only what
 * is told to those who run the page hangs on it.
 */
export function isOverwrite(error: unknown): boolean {
  return isA(error, TypeError) && sayings.test(messageOf(error));
}
