import { expect, it } from 'vitest';
import { createFakeBerth } from '../../testing/fake-release.ts';
import { refuseUnenforced } from './refuse-unenforced.ts';

it('takes the release from a remote that would run unchecked, and says why', () => {
  const berth = createFakeBerth();
  refuseUnenforced(berth);
  expect(berth).toMatchObject({ release: undefined, refusal: { code: 'loader/unenforced' } });
});

it('leaves a remote that has no release with its own reason', () => {
  const berth = Object.assign(createFakeBerth(), { release: undefined, refusal: 'another' });
  refuseUnenforced(berth);
  expect(berth.refusal).toBe('another');
});
