import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { serve } from '../../../tasks/serve.mjs';
import { card, whenStatus } from '../page/card.ts';
import { families } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { outputFolder } from '../place/folders.ts';
import { commonSite } from '../servers/rules.ts';

/** What the attempts are made of, in the page: each settles once the browser has decided. */
const tools = `
  const make = (name, properties = {}) => Object.assign(document.createElement(name), properties);
  const put = (element) => new Promise((resolve) => {
    element.addEventListener('load', resolve);
    element.addEventListener('error', resolve);
    document.body.append(element);
  });
  const blob = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const data = (text) => 'data:text/javascript,' + encodeURIComponent(text);
  const markup = '<script>' + code + '</script>';
  const framed = '<script>parent.' + code + '</script>';
  const image = '<img src="/none" onerror="' + code + '">';
  const posting = 'postMessage(' + JSON.stringify(code) + ')';
  const settled = (worker) => new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(eval?.(data));
    worker.onerror = resolve;
  });
`;

/** Ways to run a text, \`code\`, in a page that somebody could put markup or an address into. */
const attempts = {
  'an inline script': 'document.body.append(make("script", { textContent: code }))',
  'an inline script, word by word':
    'const script = make("script"); script.append(code); document.body.append(script)',
  'an inline script of markup':
    'document.body.append(document.createRange().createContextualFragment(markup))',
  'a handler in markup':
    'const box = make("div"); document.body.append(box); box.innerHTML = image; await new Promise((resolve) => box.firstChild.addEventListener("error", () => setTimeout(resolve)))',
  'a frame’s own document': 'await put(make("iframe", { srcdoc: framed }))',
  'a script of a data: address': 'await put(make("script", { src: data(code) }))',
  'a script of a blob: address': 'await put(make("script", { src: blob(code) }))',
  'a script of another origin': 'await put(make("script", { src: other }))',
  'a module of a data: address': 'await import(data(code))',
  'a module of a blob: address': 'await import(blob(code))',
  'a module of another origin': 'await import(other)',
  'a worker of a blob: address': 'await settled(new Worker(blob(posting)))',
};

/** Makes every attempt in a page, and answers the names of those that ran. */
async function attack(page: Page, origin: string): Promise<readonly string[]> {
  const ran: string[] = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    const other = JSON.stringify(`${origin}/attack.js`);
    await page.evaluate(`(async () => {
      globalThis.ran = false;
      const [code, other] = ['globalThis.ran=true', ${other} + '?' + ${JSON.stringify(encodeURIComponent(name))}];
      ${tools}
      try { ${attempt} } catch {}
    })()`);
    if (await page.evaluate('globalThis.ran')) ran.push(name);
  }
  return ran;
}

describe('what is put into the page', () => {
  test('does not run, whatever form it has; without the policy all of it does', async ({ journey }) => {
    const folder = join(outputFolder, 'attack');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'attack.js'), 'globalThis.ran = true;');
    const server = await serve(folder, { port: 0, cors: true });
    // Each refusal is told of in the console.
    journey.expectProblems(/./);
    try {
      const origin = `http://localhost:${server.port}`;
      const open = await journey.open({ bypassCSP: true });
      expect(await attack(open, origin)).toEqual(Object.keys(attempts));
      expect(await attack(await journey.open(), origin)).toEqual([]);
    } finally {
      await server.close();
    }
  });

  test('reaches no address that the configuration does not name', async ({ journey }) => {
    const server = await serve(commonSite, { port: 0, cors: true });
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

test('a browser that drops the map loads nothing of a remote, and each card says so', async ({ journey }) => {
  const headers = JSON.parse(await readFile(join(commonSite, '.headers/headers.json'), 'utf8'));
  const [, boot = ''] =
    /<script>(.*?)<\/script>/s.exec(await readFile(join(commonSite, 'index.html'), 'utf8')) ?? [];
  const hash = createHash('sha256').update(boot).digest('base64');
  const policy = headers['content-security-policy'].replace("'unsafe-inline'", `'sha256-${hash}'`);
  const server = await serve(commonSite, {
    port: 0,
    headers: { ...headers, 'content-security-policy': policy },
  });
  journey.expectProblems(/Content Security Policy/);
  const asked: string[] = [];
  const page = await journey.open({
    url: `http://localhost:${server.port}`,
    whenUsable: async (opened) => {
      opened.on('request', (request) => asked.push(request.url()));
      for (const family of families) await whenStatus(opened, family, 'Unavailable');
    },
  });
  for (const family of families)
    await card(page, family).getByText('This browser cannot check its code.').waitFor();
  expect(asked.filter((url) => url.includes('/releases/'))).toEqual([]);
  await server.close();
});
