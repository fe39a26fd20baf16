import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@linkspan/stack/serve';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chromium } from './chromium.ts';
import { describeEngines } from './describe-engines.ts';

let folder: string;
let server: Awaited<ReturnType<typeof serve>>;
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkspan-engines-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Pier</title>');
  server = await serve(folder, { port: 0 });
  address = `http://localhost:${server.port}/`;
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

describeEngines((engine) => {
  it('answers what a page says, at once or later', async () => {
    await using session = await engine.open();
    await session.go(address);
    expect(await session.evaluate('document.title')).toBe('Pier');
    expect(await session.evaluate('Promise.resolve([1, { two: null }])')).toEqual([1, { two: null }]);
  });

  it('tells what fails in a page', async () => {
    await using session = await engine.open();
    await session.go(address);
    await expect(session.evaluate(`Promise.reject(new Error('no such file'))`)).rejects.toThrow(
      /no such file/,
    );
  });

  it('opens a session while another closes', async () => {
    const visit = async () => {
      await using session = await engine.open();
      await session.go(address);
      return await session.evaluate<string>('document.title');
    };
    const rounds = Array.from({ length: 2 }, async () => [await visit(), await visit()]);
    expect((await Promise.all(rounds)).flat()).toEqual(['Pier', 'Pier', 'Pier', 'Pier']);
  });

  it('has sessions that share nothing', async () => {
    await using one = await engine.open();
    await using other = await engine.open();
    for (const session of [one, other]) await session.go(address);
    await one.evaluate(`localStorage.setItem('cargo', 'here')`);
    expect(await other.evaluate(`localStorage.getItem('cargo')`)).toBeNull();
    expect(await one.evaluate(`localStorage.getItem('cargo')`)).toBe('here');
  });

  it('opens tabs that share their storage', async () => {
    await using session = await engine.open();
    const tab = await session.openTab();
    for (const one of [session, tab]) await one.go(address);
    await session.evaluate(`localStorage.setItem('cargo', 'here')`);
    expect(await tab.evaluate(`localStorage.getItem('cargo')`)).toBe('here');
    expect(await session.evaluate('document.title')).toBe('Pier');
  });
});

it('brings timers forward in Chromium', async () => {
  await using engine = await chromium.start();
  await using session = await engine.open({ canPassTime: true });
  await session.go(address);
  const begun = await session.evaluate<number>('Date.now()');
  await session.evaluate(`void setTimeout(() => { document.title = 'Due' }, 60_000)`);
  await session.passTime?.(60_000);
  expect(await session.evaluate('document.title')).toBe('Due');
  expect(await session.evaluate<number>('Date.now()')).toBeGreaterThanOrEqual(begun + 60_000);
});
