import { expect, it } from 'vitest';
import { createFakeRelease } from '../testing/fake-release.ts';
import { setUpConnections } from './set-up-connections.ts';

it('sets up one connection to each server, as files are asked for', () => {
  const far = { ...createFakeRelease(), url: 'https://far.example/remote-solana/' };
  setUpConnections([createFakeRelease(), createFakeRelease(), far], document);
  const links = [...document.querySelectorAll('link')];
  expect(links.map(({ rel, href, crossOrigin }) => [rel, new URL(href).origin, crossOrigin])).toEqual([
    ['preconnect', 'http://localhost:1', 'anonymous'],
    ['preconnect', 'https://far.example', 'anonymous'],
  ]);
});
