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
import { toHeaders } from './store.ts';

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
  it.each(['remote-a/1.js', 'remote-a/live.json'])('serves %s with its headers', async (path) => {
    const { front, store } = await openFront();
    const { contentType, cacheControl } = toHeaders(path);
    const served = async () => {
      const { headers } = await fetch(`${front.endpoint}/${frontBucket}/some/prefix/${path}`);
      return { contentType: headers.get('content-type'), cacheControl: headers.get('cache-control') };
    };
    const tag = await store.createIfAbsent(path, bytes);
    expect(await served()).toEqual({ contentType, cacheControl });
    await store.replaceIfUnchanged(path, Uint8Array.of(1), tag);
    expect(await served()).toEqual({ contentType, cacheControl });
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
    const tag = await store.createIfAbsent('a', bytes);
    expect(await store.read('a')).toEqual({ bytes, tag });
    front.faults.push(...faults);
    const next = await store.replaceIfUnchanged('a', Uint8Array.of(1), tag);
    expect(await store.read('a')).toEqual({ bytes: Uint8Array.of(1), tag: next });
  });

  it('takes no one else’s file for its own, when an answer is lost', async () => {
    const { front, store } = await openFront();
    await store.createIfAbsent('a', Uint8Array.of(1));
    front.faults.push('lost request');
    await expect(store.createIfAbsent('a', bytes)).rejects.toMatchObject({
      code: 'store/exists',
      now: { bytes: Uint8Array.of(1) },
    });
  });

  it('gives up after three tries, with what the last one met', async () => {
    const { front, store } = await openFront();
    front.faults.push('overloaded', 'overloaded', 'overloaded');
    await expect(store.createIfAbsent('a', bytes)).rejects.toMatchObject({
      code: 'store/unreachable',
      message: expect.stringMatching(`^s3://${frontBucket}/some/prefix/ .*: SlowDown, says the front\\.`),
    });
    expect(front.writes()).toBe(3);
    front.faults.push('collision', 'collision', 'collision');
    await expect(store.createIfAbsent('a', bytes)).rejects.toMatchObject({ code: 'store/busy' });
    expect(await store.read('a')).toBeUndefined();
  });

  it.each([
    ['a bucket that is not there', 's3://absent', 'practice-key', 'store/missing'],
    ['a key that has no right', `s3://${frontBucket}`, 'other', 'store/refused'],
  ])('tells of %s', async (_, address, key, code) => {
    const store = await openInFront(shared, address, key);
    await expect(store.createIfAbsent('a', bytes)).rejects.toMatchObject({ code });
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
    ['ignores conditions', 'ignored', /replaced an absent file/],
    ['looks first and writes later', 'late', /4 of 4/],
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
