import { serve } from '@linkspan/stack/serve';
import { describe, expect } from 'vitest';
import { families } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { siteFolder } from '../place/stack.ts';

describe('what is put into the page', () => {
  test('reaches no address that the configuration does not name', async ({ journey }) => {
    const server = await serve(siteFolder, { port: 0, cors: true });
    journey.expectProblems(/Content Security Policy/, /request: csp /);
    const page = await journey.open();
    const reach = (address: string) =>
      page.evaluate((url) => fetch(url).then(String, () => 'refused'), address);
    expect(await reach(`http://localhost:${server.port}/linkspan.json`)).toBe('refused');
    expect(await reach(`${families[0].origin}/live.json`)).toBe('[object Response]');
    await server.close();
  });

  test('gets no other import map, and no base', async ({ journey }) => {
    journey.expectProblems(/./);
    const page = await journey.open();
    const [before, after, mapped] = await page.evaluate<unknown[]>(`(async () => {
      const before = document.baseURI;
      document.head.append(Object.assign(document.createElement('base'), { href: 'https://elsewhere.example/' }));
      const map = Object.assign(document.createElement('script'), { type: 'importmap' });
      map.append(JSON.stringify({ imports: { more: '/practice/wallets.js' } }));
      document.head.append(map);
      return [before, document.baseURI, await import('more').then(() => 'mapped', () => 'refused')];
    })()`);
    expect([after, mapped]).toEqual([before, 'refused']);
  });
});
