import { afterEach, describe, expect, it, vi } from 'vitest';
import { type KnownWallet, readOnceHere, toListings, toWalletErrorLater } from './discovery.ts';

const known: readonly KnownWallet[] = [
  { id: 'site', name: 'Site', reach: 'window' },
  { id: 'pier', name: 'Pier', installUrl: 'https://pier.example', otherIds: ['pier.beta'] },
];
const here = (id: string, identity?: string) => ({
  id,
  name: id,
  provider: {},
  ...(identity && { identity }),
});
const rows = (...args: Parameters<typeof toListings>) =>
  toListings(...args).map(({ id, reach }) => `${id} ${reach}`);

describe('the rows', () => {
  it('are the wallets that are here, then the known ones that are not', () => {
    expect(rows([here('quay')], known)).toEqual(['quay installed', 'site window', 'pier absent']);
  });

  it('have a known wallet once, under each id and identity that it announces itself by', () => {
    expect(rows([here('pier')], known)).toEqual(['pier installed', 'site window']);
    expect(rows([here('pier.beta')], known)).toEqual(['pier.beta installed', 'site window']);
    expect(rows([here('pier#2', 'pier')], known)).toEqual(['pier#2 installed', 'site window']);
    expect(rows([here('pier', 'org.pier')], known)).toEqual(['pier installed', 'site window']);
  });

  it('hold what a listing holds, and nothing else', () => {
    expect(toListings([here('quay', 'org.quay')], known)).toEqual([
      { id: 'quay', name: 'quay', identity: 'org.quay', reach: 'installed' },
      { id: 'site', name: 'Site', reach: 'window' },
      { id: 'pier', name: 'Pier', reach: 'absent', installUrl: 'https://pier.example' },
    ]);
  });

  it('have the address that opens this page in a wallet’s app, without query and fragment', () => {
    const location = new URL('https://app.example:8443/swap/1?account=0xa#key');
    vi.stubGlobal('window', { location });
    const pages: string[] = [];
    const openUrl = ({ href }: URL) => {
      pages.push(href);
      return 'https://pier.example/open';
    };
    const wallet = { id: 'pier', name: 'Pier', installUrl: 'https://pier.example', openUrl };
    const listed = { id: 'pier', name: 'Pier', reach: 'absent', installUrl: 'https://pier.example' };
    expect(toListings([], [wallet])).toEqual([{ ...listed, openUrl: 'https://pier.example/open' }]);
    expect(pages).toEqual(['https://app.example:8443/swap/1']);
    expect(rows([here('pier')], [wallet])).toEqual(['pier installed']);
  });

  it('are marked as practice only if that is allowed', () => {
    const wallets = [here('practice.linkspan'), here('quay')];
    expect(toListings(wallets, [], true).map((row) => 'practice' in row)).toEqual([true, false]);
    expect(toListings(wallets, []).some((row) => 'practice' in row)).toBe(false);
  });
});

const never = () => new Promise<never>(() => {});
const limits = (deadlineMs = 5_000) => ({ signal: new AbortController().signal, deadlineMs });

describe('a read of a wallet that is waited for', () => {
  it('distinguishes a wallet that never came from one that never answered', async () => {
    const absent = readOnceHere({ name: 'Harbour', whenHere: never }, limits(1), never);
    await expect(absent).rejects.toMatchObject({ code: 'wallet/absent', context: { wallet: 'Harbour' } });
    const silent = readOnceHere({ name: 'Harbour', whenHere: async () => 'wallet' }, limits(1), never);
    await expect(silent).rejects.toMatchObject({ code: 'wallet/timeout' });
  });

  it('asks nothing of a wallet that comes too late', async () => {
    let come = (_: string) => {};
    const coming = new Promise<string>((resolve) => {
      come = resolve;
    });
    const asked: string[] = [];
    const read = async (wallet: string) => asked.push(wallet);
    const reading = readOnceHere({ name: 'Harbour', whenHere: () => coming }, limits(1), read);
    await expect(reading).rejects.toMatchObject({ code: 'wallet/absent' });
    come('wallet');
    await coming;
    expect(asked).toEqual([]);
  });

  it('is cancelled as such', async () => {
    const cancel = new AbortController();
    const asked = { signal: cancel.signal, deadlineMs: 5_000 };
    const reading = readOnceHere({ name: 'Harbour', whenHere: never }, asked, never);
    cancel.abort();
    await expect(reading).rejects.toMatchObject({ code: 'wallet/cancelled' });
  });

  it('passes on why a wallet could not be had', async () => {
    const cause = new Error('no such file');
    const whenHere = () => Promise.reject(cause);
    await expect(readOnceHere({ name: 'Harbour', whenHere }, limits(), never)).rejects.toMatchObject({
      cause,
    });
  });
});

const port = { importCode: <Module>(_: readonly string[], load: () => Promise<Module>) => load() };

describe('the error of a wallet, while the code that knows it does not load', () => {
  afterEach(() => void vi.doUnmock('../failures.ts'));

  it.each([
    [4001, 'attempt', 'wallet/rejected'],
    [4001, 'restore', 'wallet/refuses'],
    [4100, 'attempt', 'wallet/failed'],
  ] as const)('%i at an %s becomes %s', async (code, before, named) => {
    vi.doMock('../failures.ts', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    const error = await toWalletErrorLater({ code, message: 'No' }, { wallet: 'Harbour', before }, port);
    expect(error).toMatchObject({ code: named });
  });
});
