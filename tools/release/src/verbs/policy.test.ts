import { describe, expect, it } from 'vitest';
import { createPlace } from '../testing/command.ts';

interface Facts {
  readonly policy: object;
  readonly isWritten: boolean;
}

const strict = { checks: ['static', 'conformance'], allowsDirty: false, hosts: [] };

describe('release policy', () => {
  it('shows the strict one where the store has none', async () => {
    const { done, run } = await createPlace();
    expect((await done<Facts>('policy')).policy).toEqual(strict);
    const { said } = await run('policy');
    expect(said).toContain('There is no policy of its own, so the strict one counts');
    expect(said).toContain('checks a release must have passed: static, conformance');
  });

  it('sets what is asked for, and leaves the rest as it was', async () => {
    const { done } = await createPlace();
    await done('policy set --check static --allow-dirty');
    await done('policy set --host https://wallet.example --host https://shop.example/pay/');
    expect((await done<Facts>('policy')).policy).toEqual({
      checks: ['static'],
      allowsDirty: true,
      hosts: ['https://wallet.example/', 'https://shop.example/pay/'],
    });
    await done('policy set --no-check --no-host --refuse-dirty');
    expect((await done<Facts>('policy')).policy).toEqual({ ...strict, checks: [] });
  });

  it('writes nothing on a dry run', async () => {
    const { done, store } = await createPlace();
    expect(await done<Facts>('policy set --no-check --dry-run')).toMatchObject({
      isWritten: false,
      policy: { checks: [] },
    });
    expect(await store.list('')).toEqual([]);
  });

  it('overwrites nobody: who read an older one is told so', async () => {
    const { done, run, store } = await createPlace();
    const openStale = (host: string) => async () => {
      const stale = await store.read('policy.json');
      // Somebody else is between the reading and the writing.
      return {
        ...store,
        read: async (path: string) => {
          if (path !== 'policy.json') return store.read(path);
          await done(`policy set --allow-dirty --host ${host}`);
          return stale;
        },
      };
    };
    // With none before, and with one.
    for (const host of ['https://one.example/', 'https://two.example/']) {
      const { complaint } = await run('policy set --no-check', { openStore: openStale(host) });
      expect(complaint).toContain('command/policy-changed');
    }
    expect((await done<Facts>('policy')).policy).toEqual({
      ...strict,
      allowsDirty: true,
      hosts: ['https://two.example/'],
    });
  });

  it.each([
    'policy change',
    'policy set --check looks',
    'policy set --host wallet.example',
    'policy set --allow-dirty --refuse-dirty',
  ])('does not take %s', async (line) => {
    const { run } = await createPlace();
    expect(await run(line)).toMatchObject({ exitCode: 2 });
  });

  it('refuses a store whose policy is malformed', async () => {
    const { run, store } = await createPlace();
    const headers = { contentType: 'application/json', cacheControl: 'no-cache' };
    await store.createIfAbsent('policy.json', Buffer.from('{"checks":["all"]}'), headers);
    expect((await run('policy')).complaint).toContain('policy.checks[0]');
  });
});
