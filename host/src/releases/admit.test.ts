import { expect, it } from 'vitest';
import { createFakeRelease } from '../testing/fake-release.ts';
import { admit } from './admit.ts';
import type { RecordedFailure } from './recorded-failures.ts';

const release = createFakeRelease();
const recordedFailure: RecordedFailure = {
  id: 'another id',
  version: '1.2.4',
  stage: 'mount',
  code: 'loader/broken',
  from: 0,
  until: 1,
};

it('lets a release be that nothing is held against', () => {
  expect(admit(release)).toBe(release);
});

it('says what a release serves in place of', () => {
  const { ref } = admit({ ...release, recordedFailure });
  expect(ref).toEqual({ ...release.ref, insteadOf: { version: '1.2.4', code: 'loader/broken' } });
});

it('tries a release once more that has failed, where it is all there is', () => {
  expect(admit({ ...release, recordedFailure: { ...recordedFailure, id: release.id } })).toEqual(release);
});

it('does not run one again that did not let the page go on', () => {
  const quarantined = { ...recordedFailure, id: release.id, code: 'release/quarantined' };
  expect(() => admit({ ...release, recordedFailure: quarantined })).toThrow(
    expect.objectContaining({
      code: 'release/quarantined',
      context: { remote: 'remote-evm', version: '1.2.4', stage: 'mount' },
    }),
  );
});
