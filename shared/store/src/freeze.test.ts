import { expect, it } from 'vitest';
import { deepFreeze } from './freeze.ts';

it('freezes objects, lists and functions with all that they hold, also in a circle', () => {
  const carried = { port: ['near'] };
  const run = Object.assign(() => 'sailed', { carried });
  const all = deepFreeze({ run, list: [{ deep: true }], self: undefined as unknown });
  const circle: { self?: unknown } = {};
  circle.self = circle;
  deepFreeze(circle);
  for (const one of [all, run, carried, carried.port, all.list, all.list[0], circle])
    expect(Object.isFrozen(one)).toBe(true);
  expect(all.run()).toBe('sailed');
});

it('freezes what a function makes by `new`, and what reads and writes a property', () => {
  function Ferry() {}
  const held = Object.defineProperty({}, 'name', { get: () => 'ferry', enumerable: true });
  deepFreeze({ Ferry, held });
  expect(Object.isFrozen(Ferry.prototype)).toBe(true);
  expect(Object.isFrozen(Object.getOwnPropertyDescriptor(held, 'name')?.get)).toBe(true);
});

it('leaves what the platform made as it is', () => {
  const { signal } = new AbortController();
  deepFreeze({ signal });
  expect(Object.isFrozen(signal)).toBe(false);
});

it('seals what must stay writable', () => {
  const open = { turn: 1, held: { deep: 1 } };
  deepFreeze({ open }, (key) => key === 'open');
  open.turn = 2;
  expect(open.turn).toBe(2);
  expect(Object.isSealed(open)).toBe(true);
  expect(Object.isFrozen(open.held)).toBe(true);
});
