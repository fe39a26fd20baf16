import { describe, expect, it } from 'vitest';
import { untilAsked } from './until-asked.mjs';

const never = new Promise(() => undefined);
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

describe('a command that runs', () => {
  it.each(signals)('ends on %s', async (signal) => {
    const asked = untilAsked({ 'The chains': never });
    process.emit(signal);
    expect(await asked).toBeUndefined();
  });

  it('ends where one of its parts ends by itself, and names it', async () => {
    expect(await untilAsked({ 'The page': never, 'The chains': Promise.resolve() })).toBe('The chains');
  });

  it('hears no signal after its end, so that the next one ends the process', async () => {
    const before = signals.map((signal) => process.listenerCount(signal));
    await untilAsked({ 'The chains': Promise.resolve() });
    expect(signals.map((signal) => process.listenerCount(signal))).toEqual(before);
  });
});
