import { describe, expect, it } from 'vitest';
import { Lane } from './lane.ts';

/** Notes when what has arrived, and how much of it has left. */
function watchArrivals() {
  const arrivals: [name: string, atMs: number][] = [];
  let left = 0;
  return {
    arrivals,
    get left() {
      return left;
    },
    toParcel: (name: string, bytes: number) => ({
      bytes,
      left() {
        left += bytes;
      },
      arrived: (atMs: number) => void arrivals.push([name, atMs]),
    }),
  };
}

const [one, two] = [{}, {}];

describe('a lane', () => {
  it('lets 200 kB through in a second at 1.6 Mbps, and each packet half a round trip later', () => {
    const lane = new Lane({ kbps: 1_600, delayMs: 75 });
    const { arrivals, toParcel } = watchArrivals();
    for (let at = 0; at < 200; at += 1) lane.put(one, toParcel(`${at}`, 1_000), 0);
    lane.advance(10_000);
    expect(arrivals).toHaveLength(200);
    expect(arrivals[0]).toEqual(['0', 5 + 75]);
    expect(arrivals.at(-1)).toEqual(['199', 1_000 + 75]);
  });

  it('works out the same times whether it is brought forward often, late, or once', () => {
    const runs = [[...Array(3_000).keys()], [17, 400, 401, 950, 3_000], [3_000]].map((times) => {
      const lane = new Lane({ kbps: 800, delayMs: 40 });
      const { arrivals, toParcel } = watchArrivals();
      for (let at = 0; at < 50; at += 1) {
        lane.put(one, toParcel(`one ${at}`, 1_460), at * 3);
        lane.put(two, toParcel(`two ${at}`, 700), 100 + at * 20);
      }
      for (const now of times) lane.advance(now);
      return arrivals;
    });
    expect(runs[0]).toHaveLength(100);
    expect(runs[1]).toEqual(runs[0]);
    expect(runs[2]).toEqual(runs[0]);
  });

  it('gives two streams half of it each', () => {
    const lane = new Lane({ kbps: 80, delayMs: 0 });
    const { arrivals, toParcel } = watchArrivals();
    for (let at = 0; at < 10; at += 1) lane.put(one, toParcel('one', 1_000), 0);
    for (let at = 0; at < 3; at += 1) lane.put(two, toParcel('two', 1_000), 150);
    lane.advance(2_000);
    const turns = ['one', 'one', 'two', 'one', 'two', 'one', 'two', 'one', 'one', 'one', 'one', 'one', 'one'];
    expect(arrivals).toEqual(turns.map((name, at) => [name, (at + 1) * 100]));
  });

  it('lets a stream that may not begin yet wait without stopping the others', () => {
    const lane = new Lane({ kbps: 80, delayMs: 0 });
    const { arrivals, toParcel } = watchArrivals();
    lane.put(one, toParcel('one', 1_000), 150);
    lane.put(two, toParcel('two', 1_000), 0);
    expect(lane.wakeMs()).toBe(0);
    lane.advance(100);
    expect(lane.wakeMs()).toBe(150);
    lane.advance(250);
    expect(arrivals).toEqual([
      ['two', 100],
      ['one', 250],
    ]);
    expect(lane.wakeMs()).toBe(Number.POSITIVE_INFINITY);
  });

  it('lets a sign without bytes take its turn, and no time', () => {
    const lane = new Lane({ kbps: 80, delayMs: 10 });
    const { arrivals, toParcel } = watchArrivals();
    lane.put(one, toParcel('bytes', 1_000), 0);
    lane.put(one, toParcel('end', 0), 0);
    lane.put(two, toParcel('other', 1_000), 20);
    lane.advance(1_000);
    expect(arrivals).toEqual([
      ['bytes', 110],
      ['other', 210],
      ['end', 210],
    ]);
  });

  it('knows what waits, what is under way and what has arrived', () => {
    const lane = new Lane({ kbps: 80, delayMs: 50 });
    const seen = watchArrivals();
    lane.put(one, seen.toParcel('first', 1_000), 0);
    lane.put(one, seen.toParcel('second', 1_000), 0);
    lane.advance(99);
    expect([seen.left, seen.arrivals.length, lane.wakeMs()]).toEqual([1_000, 0, 100]);
    lane.advance(149);
    expect([seen.left, seen.arrivals.length, lane.wakeMs()]).toEqual([2_000, 0, 150]);
    lane.advance(150);
    expect([seen.arrivals, lane.wakeMs()]).toEqual([[['first', 150]], 250]);
  });

  it('forgets what waits of a stream that breaks off, not what is under way', () => {
    const lane = new Lane({ kbps: 80, delayMs: 50 });
    const { arrivals, toParcel } = watchArrivals();
    for (const name of ['gone out', 'waiting']) lane.put(one, toParcel(name, 1_000), 0);
    lane.put(two, toParcel('other', 1_000), 10);
    lane.advance(20);
    lane.drop(one);
    lane.advance(1_000);
    expect(arrivals).toEqual([
      ['gone out', 150],
      ['other', 250],
    ]);
  });

  it('holds nothing back where neither rate nor delay is modelled', () => {
    const lane = new Lane({ kbps: null, delayMs: 0 });
    const { arrivals, toParcel } = watchArrivals();
    for (const name of ['a', 'b']) lane.put(one, toParcel(name, 1_000_000), 5);
    lane.advance(5);
    expect(arrivals).toEqual([
      ['a', 5],
      ['b', 5],
    ]);
  });
});
