import { expect, it } from 'vitest';
import { lowestBrowsers } from './lowest-browsers.ts';
import { renderUnsupported } from './render-unsupported.ts';

const render = (title = 'Example Wallets') => renderUnsupported(title);
const read = (html: string) => new DOMParser().parseFromString(html, 'text/html');

it('says what is the matter, what to do, and which browsers work, without any script', () => {
  const page = read(render());
  expect(page.querySelector('#old h1')?.textContent).toBe('This browser is too old for Example Wallets');
  expect(page.querySelectorAll('li')).toHaveLength(3);
  const rows = [...page.querySelectorAll('tbody tr')].map((row) => row.textContent);
  expect(rows).toEqual(lowestBrowsers.map(({ name, version, since }) => name + version + since));
  expect(page.querySelector('a[href="/"]')).not.toBeNull();
  expect(page.querySelector('noscript')?.textContent).toContain('JavaScript');
});

it('shows nothing that its script would have to bring to life', () => {
  const page = read(render());
  for (const id of ['asked', 'insecure', 'copying']) expect(page.getElementById(id)?.hidden).toBe(true);
});

it('asks nothing of a style that such browsers do not have', () => {
  expect(/<style>(.*?)<\/style>/s.exec(render())?.[1]).not.toMatch(/var\(|oklch|light-dark|:is\(|&/);
});

it('lets no title become markup', () => {
  const html = render('</title><script>stolen()</script>');
  expect(html.match(/<script>/g)).toHaveLength(1);
  expect(html).not.toContain('<script>stolen');
});
