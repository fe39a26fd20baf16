import { expect, it } from 'vitest';
import { createFakeSlot } from '../../testing/fake-release.ts';
import { refuseUnenforced } from './refusals.ts';

it('takes the release from a remote that would run unchecked, and says why', () => {
  const slot = createFakeSlot();
  refuseUnenforced(slot);
  expect(slot).toMatchObject({ release: undefined, refusal: { code: 'loader/unenforced' } });
});

it('leaves a remote that has no release with its own reason', () => {
  const slot = Object.assign(createFakeSlot(), { release: undefined, refusal: 'another' });
  refuseUnenforced(slot);
  expect(slot.refusal).toBe('another');
});
