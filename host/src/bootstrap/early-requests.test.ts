import { expect, it } from 'vitest';
import { takeEarly, toRequestScript } from './early-requests.ts';

const base = 'https://page.example/';

/** A page whose servers answer with what they are asked for and how; its early script has run. */
function open(documents: readonly string[], files: readonly string[] = []) {
  const asked: string[] = [];
  const page = {
    fetch: async (input: unknown, { cache = 'default' }: RequestInit = {}) => {
      asked.push(`${input} ${cache}`);
      if (String(input).endsWith('lost')) throw new TypeError('Failed to fetch');
      return new Response(`answer ${asked.length}`);
    },
  };
  const script = toRequestScript(JSON.stringify(documents), JSON.stringify(files));
  new Function('page', 'fetch', script.replaceAll('linkspanEarly', 'page.linkspanEarly'))(page, page.fetch);
  const fetch = takeEarly(page as unknown as Parameters<typeof takeEarly>[0], base);
  return { asked, text: async (address: string) => (await fetch(address)).text() };
}

it('answers what was asked for early once, and asks for all else', async () => {
  const { asked, text } = open(['/a/live.json', '/b/live.json'], ['/probe.js']);
  expect(asked).toEqual(['/a/live.json no-cache', '/b/live.json no-cache', '/probe.js default']);
  expect(await text('https://page.example/b/live.json')).toBe('answer 2');
  expect(await text('/b/live.json')).toBe('answer 4');
  expect(await text('/c/live.json')).toBe('answer 5');
});

it('tells of a request that was lost early, and asks again for the next', async () => {
  const { asked, text } = open(['/lost']);
  await expect(text('/lost')).rejects.toThrow('Failed to fetch');
  expect(asked).toHaveLength(1);
  await expect(text('/lost')).rejects.toThrow('Failed to fetch');
  expect(asked).toHaveLength(2);
});

it('asks for everything where there was no such script', async () => {
  const fetch = takeEarly({ fetch: async () => new Response('answer') }, base);
  expect(await (await fetch('/a')).text()).toBe('answer');
});
