import { expect, it } from 'vitest';
import { installFetch } from '../testing/fake-fetch.ts';
import { createFakeBerth, remoteUrl } from '../testing/fake-release.ts';
import { createWarm } from './prefetch.ts';

const folder = `${remoteUrl}releases/1.2.3/`;

it('fetches the files of a connector once', () => {
  const asked = installFetch({ [`${folder}entry.js`]: '1', [`${folder}glue.js`]: '1' });
  const berth = createFakeBerth();
  const warm = createWarm((family) => (family === 'evm' ? berth : undefined));
  for (const family of ['evm', 'solana', 'evm']) warm(family);
  expect(asked.map(({ url }) => url)).toEqual([`${folder}entry.js`, `${folder}glue.js`]);
});

it('keeps to itself what does not come', async () => {
  installFetch({});
  const berth = createFakeBerth();
  createWarm(() => berth)('evm');
  await new Promise((resolve) => setTimeout(resolve));
});
