import { expect, it } from 'vitest';
import { createOwnRepository, makeRoot } from './outside.mjs';

// The guide “A remote in a repository of its own”, followed from the tarballs.

it.each(/** @type {const} */ (['npm', 'pnpm']))(
  'a remote of its own repository is installed, tested, built, checked in a browser, signed twice and made live: %s',
  async (manager) => {
    const repository = await createOwnRepository(manager);
    const { run, linkspan, keyOf } = repository;
    expect(await run('npm', 'test')).toMatch(/Tests +\d+ passed/);
    await run('npm', 'run', 'types');
    await makeRoot(repository);
    expect(await linkspan('build')).toContain('sequence 1');
    expect(await linkspan('check')).toMatch(/conformance (\d+) of \1 passed.*Chromium/);
    await linkspan(`sign --key ${keyOf('ci')}.key.json`);
    // As a second signer does, whose machine did not build it: the commit again, with what its lockfile says.
    expect(await linkspan(`sign --rebuild --key ${keyOf('ann')}.key.json`)).toContain('with the same bytes');
    expect(await linkspan('publish')).toContain('is published');
    expect(await linkspan('promote remote-demo 0.1.0')).toContain('0.1.0 for 100 %');
  },
);
