import { NotMeasured } from './values-of.ts';

/** What is read of samples, or undefined where nothing was measured of it. */
export function ifMeasured<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotMeasured) return undefined;
    throw error;
  }
}
