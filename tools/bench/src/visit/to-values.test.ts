import { describe, expect, it } from 'vitest';
import { pageMarks, type Subject } from './subject.ts';
import { type Shown, toValues } from './to-values.ts';
import { type Exchange, toDepth } from './traffic.ts';

const home = 'https://localhost:2/';
const subject: Subject = {
  name: 'shell',
  url: 'https://localhost:1/',
  marks: pageMarks,
  homes: { evm: [], solana: [home, 'https://localhost:1/remotes/remote-solana/'], near: [] },
};

const exchange = (path: string, type: string, startMs: number, bytes: number): Exchange => ({
  ...{ url: new URL(path, subject.url).href, type, startMs, endMs: startMs + 100, bytes },
});

const exchanges = [
  exchange('/', 'Document', 0, 1_000),
  exchange('/remotes/remote-solana/live.json', 'Fetch', 10, 200),
  exchange('/remotes/remote-solana/releases/1.0.1/discovery-a.js', 'Fetch', 150, 3_000),
  exchange('/assets/early.js', 'Script', 110, 9_000),
  exchange(`${home}releases/1.0.1/connector-b.js`, 'Fetch', 420, 6_000),
  exchange('/assets/host.js', 'Script', 600, 50_000),
];

const shown: Shown = {
  exchanges,
  heapBytes: 2_000_000,
  seen: {
    sight: {
      ...{ buttonMs: 120, listMs: 400, connectedMs: { solana: 550 } },
      longTasks: [
        [200, 80],
        [700, 250],
      ],
    },
    ...{ asked: { solana: 410 }, approved: { solana: 415 }, paintMs: 110, inlineScripts: [] },
  },
};

describe('what a visit has come to', () => {
  const values = toValues(shown, subject, { opens: true, picks: 'solana' });

  it('counts scripts by when they were asked for, also where the page fetches them as texts', () => {
    expect(values).toMatchObject({ scriptsToButton: 0, jsToButton: 0, jsToList: 12_000 });
    expect(values).toMatchObject({ jsAfterIdle: 68_000, bytesAfterIdle: 69_200, requestsAfterIdle: 6 });
  });

  it('counts for the list what had come by then', () => {
    expect(values).toMatchObject({ listMs: 400, bytesToList: 13_200, requestsToList: 4, depthToList: 2 });
  });

  it('tells blocking until the list from all of it', () => {
    expect(values).toMatchObject({ blockingMs: 30, blockingAfterIdleMs: 230 });
  });

  it('counts for connecting the scripts of that remote alone, without its discovery', () => {
    expect(values).toMatchObject({ askedMs: 410, approvedToConnectedMs: 135, jsForConnect: 6_000 });
  });

  it('carries the scripts in the page itself, packed', () => {
    const seen = { ...shown.seen, inlineScripts: ['let boot;'.repeat(1_000)] };
    const { jsToButton } = toValues({ ...shown, seen }, subject, { opens: false });
    expect(jsToButton).toBeGreaterThan(0);
    expect(jsToButton).toBeLessThan(1_000);
  });

  it('has no number where nothing was seen', () => {
    const seen = { ...shown.seen, approved: {} };
    const { approvedToConnectedMs } = toValues({ ...shown, seen }, subject, { opens: true, picks: 'solana' });
    expect(approvedToConnectedMs).toBeNaN();
  });

  it('says nothing of a list that was not full before a wallet was chosen', () => {
    const { listMs, ...sight } = shown.seen.sight;
    const seen = { ...shown.seen, sight };
    const values = toValues({ ...shown, seen }, subject, { opens: true, picks: 'solana' });
    expect(Object.keys(values).filter((name) => /list/i.test(name))).toEqual([]);
    expect(values).toMatchObject({ askedMs: 410 });
  });
});

describe('a visit in which a person chooses', () => {
  const chosen = { byHover: 4, byPress: 5 };
  const values = toValues({ ...shown, chosen }, subject, { opens: true, chooses: 'solana' });

  it('tells what of the scripts came at rest, on hover, and on the press', () =>
    expect(values).toMatchObject({ jsAtRest: 12_000, jsOnHover: 6_000, jsOnPress: 50_000 }));

  it('tells of no time that passes when the person does something', () => {
    expect(values).toMatchObject({ approvedToConnectedMs: 135 });
    expect(Object.keys(values)).not.toEqual(expect.arrayContaining(['connectedMs']));
    expect(Object.keys(values)).not.toEqual(expect.arrayContaining(['askedMs']));
  });
});

describe('a visit after an update', () => {
  const awaiting = (...anyOf: string[]) => ({ opens: false, awaits: { family: 'solana', anyOf } }) as const;

  it('counts all that came from the remote, its live document with it', () =>
    expect(toValues(shown, subject, awaiting('mf-c.js', 'connector-b.js')).refetchedBytes).toBe(9_200));

  it('is none where the page has come back with the former release', () =>
    expect(() => toValues(shown, subject, awaiting('connector-c.js'))).toThrow('without any file of'));
});

it('counts how many requests had to wait for another one after the other', () => {
  const at = (startMs: number, endMs: number) => ({ startMs, endMs });
  expect(toDepth([])).toBe(0);
  expect(toDepth([at(0, 100), at(50, 200), at(100, 150), at(160, 300)])).toBe(3);
});
