import { expect, it } from 'vitest';
import { installFetch } from '../testing/fake-fetch.ts';
import { createFakeSlot, remoteUrl } from '../testing/fake-release.ts';
import { createPrefetch } from './prefetch.ts';

const folder = `${remoteUrl}releases/1.2.3/`;

it('fetches the files of a connector once', () => {
  const asked = installFetch({ [`${folder}entry.js`]: '1', [`${folder}glue.js`]: '1' });
  const slot = createFakeSlot();
  const prefetch = createPrefetch((family) => (family === 'evm' ? slot : undefined));
  for (const family of ['evm', 'solana', 'evm']) prefetch(family);
  expect(asked.map(({ url }) => url)).toEqual([`${folder}entry.js`, `${folder}glue.js`]);
});

it('keeps to itself what does not come', async () => {
  installFetch({});
  const slot = createFakeSlot();
  createPrefetch(() => slot)('evm');
  await new Promise((resolve) => setTimeout(resolve));
});
