import { createStore } from '@linkspan/store';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, installFetch } from '../testing/fake-fetch.ts';
import { createFakeBerth, remoteUrl, toLive } from '../testing/fake-release.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import type { Berth } from './berth.ts';
import { chooseRelease, type ReleaseNeeds, retryDocument } from './release-choice.ts';

let berth: Berth;
let needs: ReleaseNeeds;
const remote = () => needs.store.view.family('evm').remote.get();
const serve = (answer: Answer) => installFetch({ [`${remoteUrl}live.json`]: answer });

beforeEach(() => {
  const store = createStore(fakeConfig.families);
  needs = { store, offered: { react: '19.3.1' }, mayLackHashes: false };
  berth = createFakeBerth(toLive());
  berth.release = undefined;
});

describe('the choice of a release', () => {
  it('takes the one that is live', async () => {
    serve(JSON.stringify(toLive()));
    await chooseRelease(berth, needs);
    expect(berth.release?.ref).toEqual({ remote: 'remote-evm', version: '1.2.3' });
    expect(remote()).toEqual({ stage: 'pending' });
  });

  it('publishes why there is none, and ends the wait for wallets', async () => {
    serve(500);
    await chooseRelease(berth, needs);
    expect(remote()).toMatchObject({
      stage: 'failed',
      mend: 'again',
      failure: { code: 'release/unreachable' },
    });
    await expect(berth.discovery.promise).rejects.toMatchObject({ code: 'release/unreachable' });
  });

  it('refuses a release that does not fit before any of its code is loaded', async () => {
    const asked = serve(JSON.stringify(toLive({ shared: { react: '^18.0.0' } })));
    await chooseRelease(berth, needs);
    expect(remote()).toMatchObject({ failure: { code: 'release/misfit-shared' } });
    expect(berth.release).toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  it('refuses a release without hashes, but in development', async () => {
    serve(JSON.stringify(toLive({ version: 'dev', files: [] }, '')));
    await chooseRelease(berth, needs);
    expect(remote()).toMatchObject({
      failure: { code: 'release/malformed', context: { place: 'release.manifest.files' } },
    });
    await chooseRelease(berth, { ...needs, mayLackHashes: true });
    expect(berth.release?.hashed).toBe(false);
  });
});

describe('a document that is asked for again', () => {
  it('is good for the next page', async () => {
    serve(JSON.stringify(toLive()));
    await retryDocument(berth, needs);
    expect(remote()).toMatchObject({ mend: 'reload', failure: { code: 'release/late' } });
    expect(berth.release).toBeUndefined();
  });

  it('can be asked for once more where it still does not come', async () => {
    serve(new TypeError('Failed to fetch'));
    await retryDocument(berth, needs);
    expect(remote()).toMatchObject({ mend: 'again', failure: { code: 'release/unreachable' } });
  });

  it('can be asked for once more where it does not fit', async () => {
    serve(JSON.stringify(toLive({ contract: '9.0' })));
    await retryDocument(berth, needs);
    expect(remote()).toMatchObject({ mend: 'again', failure: { code: 'release/misfit-contract' } });
  });
});
