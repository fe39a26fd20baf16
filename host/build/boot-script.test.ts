import { expect, it } from 'vitest';
import { buildBoot } from './targets.ts';

const [deployed, development] = (
  await Promise.all([buildBoot('inline'), buildBoot('inline-development')])
).map(({ code }) => code);

/** Words of what reads an unsigned release, and of what verifies a signed one. */
const unsigned = 'release.manifest.remote';
const signed = 'application/vnd.linkspan.live.v1+json';

it('takes signed releases alone where it is deployed', () => {
  expect(deployed).toContain(signed);
  expect(deployed).not.toContain(unsigned);
});

it('takes unsigned releases alone in development', () => {
  expect(development).toContain(unsigned);
  expect(development).not.toContain(signed);
});
