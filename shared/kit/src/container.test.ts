import { expect, it } from 'vitest';
import { createGet } from './container.ts';

it('answers a factory of an exposed module, and loads it only when it is asked for', async () => {
  let loads = 0;
  const connector = { mount: () => undefined };
  const get = createGet({
    './connector': async () => {
      loads += 1;
      return connector;
    },
  });
  expect(loads).toBe(0);
  const factory = await get('./connector');
  expect(factory()).toBe(connector);
});

it('rejects as the loading of a module does, and for a name that is not exposed', async () => {
  const broken = new TypeError('did not load');
  const get = createGet({ './connector': () => Promise.reject(broken) });
  await expect(get('./connector')).rejects.toBe(broken);
  await expect(get('./other')).rejects.toThrow('./other');
  await expect(get('toString')).rejects.toThrow('toString');
});
