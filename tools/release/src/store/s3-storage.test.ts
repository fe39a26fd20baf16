import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  type Conditions,
  type Fault,
  frontBucket,
  openInFront,
  type S3Front,
  startS3Front,
} from '../testing/start-s3-front.ts';
import { probeStore } from './open-store.ts';
import { immutableHeaders, liveHeaders } from './store.ts';

const headers = liveHeaders('live.json');
const bytes = Uint8Array.from(Buffer.from('{}'));

async function openFront(conditions?: Conditions) {
  const front = await startS3Front(conditions);
  onTestFinished(front.close);
  return { front, store: await openInFront(front) };
}

let shared: S3Front;
beforeAll(async () => {
  shared = await startS3Front();
});
afterAll(() => shared.close());

describe('an S3 store', () => {
  it.each([
    [
      'an immutable file',
      immutableHeaders('a.js'),
      'text/javascript; charset=utf-8',
      /max-age=31536000, immutable/,
    ],
    ['a live document', liveHeaders('a.json'), 'application/json', /^no-cache/],
  ])('serves %s as it should be', async (_, given, type, cache) => {
    const { front, store } = await openFront();
    const tag = await store.createIfAbsent('a', bytes, given);
    const url = `${front.endpoint}/${frontBucket}/some/prefix/a`;
    const served = async () => (await fetch(url)).headers;
    expect((await served()).get('content-type')).toBe(type);
    expect((await served()).get('cache-control')).toMatch(cache);
    await store.replaceIfUnchanged('a', Uint8Array.of(1), tag, given);
    expect((await served()).get('cache-control')).toMatch(cache);
  });

  it.each<[string, readonly Fault[]]>([
    ['an answer is lost', ['lost answer']],
    ['a request is lost', ['lost request']],
    ['two requests and an answer are lost', ['lost request', 'lost request', 'lost answer']],
    ['the server has too much to do', ['overloaded', 'overloaded']],
    ['two writes collide', ['collision', 'collision']],
  ])('writes once, though %s', async (_, faults) => {
    const { front, store } = await openFront();
    front.faults.push(...faults);
    const tag = await store.createIfAbsent('a', bytes, headers);
    expect(await store.read('a')).toEqual({ bytes, tag });
    front.faults.push(...faults);
    const next = await store.replaceIfUnchanged('a', Uint8Array.of(1), tag, headers);
    expect(await store.read('a')).toEqual({ bytes: Uint8Array.of(1), tag: next });
  });

  it('takes no one else’s file for its own, when an answer is lost', async () => {
    const { front, store } = await openFront();
    await store.createIfAbsent('a', Uint8Array.of(1), headers);
    front.faults.push('lost request');
    await expect(store.createIfAbsent('a', bytes, headers)).rejects.toMatchObject({
      code: 'store/exists',
      now: { bytes: Uint8Array.of(1) },
    });
  });

  it('gives up after three tries, with what the last one met', async () => {
    const { front, store } = await openFront();
    front.faults.push('overloaded', 'overloaded', 'overloaded');
    await expect(store.createIfAbsent('a', bytes, headers)).rejects.toMatchObject({
      code: 'store/unreachable',
      message: expect.stringMatching(`^s3://${frontBucket}/some/prefix/ .*: SlowDown, says the front\\.`),
    });
    expect(front.writes()).toBe(3);
    front.faults.push('collision', 'collision', 'collision');
    await expect(store.createIfAbsent('a', bytes, headers)).rejects.toMatchObject({ code: 'store/busy' });
    expect(await store.read('a')).toBeUndefined();
  });

  it.each([
    ['a bucket that is not there', 's3://absent', 'practice-key', 'store/missing'],
    ['a key that has no right', `s3://${frontBucket}`, 'other', 'store/refused'],
  ])('tells of %s', async (_, address, key, code) => {
    const store = await openInFront(shared, address, key);
    await expect(store.createIfAbsent('a', bytes, headers)).rejects.toMatchObject({ code });
    await expect(store.list('')).rejects.toMatchObject({ code });
  });

  it('tells of a server that is not there', async () => {
    const { front, store } = await openFront();
    await front.close();
    onTestFinished(() => undefined);
    await expect(store.read('a')).rejects.toMatchObject({
      code: 'store/unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

describe('the probe', () => {
  it.each<[string, Conditions, RegExp]>([
    ['ignores conditions', 'ignored', /created one new file for 4 of 4 at once/],
    ['looks first and writes later', 'late', /at once/],
    ['knows no conditions', 'refused', /NotImplemented/],
  ])('refuses a server that %s', async (_, conditions, proof) => {
    const { front, store } = await openFront(conditions);
    await expect(probeStore(store)).rejects.toMatchObject({
      code: 'store/unconditional',
      message: expect.stringMatching(proof),
    });
    expect([...front.objects.keys()]).toEqual([]);
  });

  it('does not take a failure for a proof', async () => {
    const { front, store } = await openFront();
    front.faults.push(...Array<Fault>(60).fill('overloaded'));
    await expect(probeStore(store)).rejects.toMatchObject({ code: 'store/unreachable' });
  });
});
