import { describe, expect, it } from 'vitest';
import { readPage } from '../bootstrap/run-page.ts';
import { parseConfig, toPageConfig } from '../config.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { listMixedTexts } from '../testing/list-mixed-texts.ts';
import { schemeScript } from '../ui/scheme.ts';
import type { PageBrand } from './brand.ts';
import { browserCheck, renderPage } from './render-page.tsx';

const modules = { early: '/assets/early.js', hostModule: '/assets/host.js' };
const parts = { style: 'body{}', handover: 'let booted' };
const render = (config = fakeConfig) =>
  renderPage({ config, ...modules, offered: { react: '19.3.1' } }, parts);
const read = (html: string) => new DOMParser().parseFromString(html, 'text/html');

/** As the inline script reads it. */
const readOwn = (html: string) => {
  const script = [...read(html).scripts].find(({ textContent }) => textContent === parts.handover);
  return readPage(script as Element);
};

const hostile = '</script><script>stolen()</script>';
const hostileConfig = () => {
  const text = JSON.parse(JSON.stringify(fakeConfig));
  text.title = hostile;
  text.families[0].title = '</title><img src=x onerror=stolen()>';
  text.families[0].remote.options = { note: `<!--<script>${hostile}` };
  text.practice.label = '"><script>stolen()</script>';
  return parseConfig(text);
};

it('shows every family before any script runs', () => {
  const page = read(render());
  const cards = [...page.querySelectorAll('main [data-family]')];
  expect(cards.map((card) => card.getAttribute('data-family'))).toEqual(['evm', 'solana', 'near']);
  expect(cards.map((card) => card.querySelector('[role=status]')?.textContent)).toEqual(
    Array(3).fill('Disconnected'),
  );
});

it('puts each text alone in an element, also in the cards of a page that did not start', () => {
  const page = read(render());
  const contents = [...page.querySelectorAll('template')].map(({ content }) => content);
  expect(contents).toHaveLength(1);
  for (const part of [page.body, ...contents])
    expect(listMixedTexts(part).filter((text) => text.trim())).toEqual([]);
});

it('has the configuration for the inline script', () => {
  expect(readOwn(render()).data).toEqual({
    config: fakeConfig,
    ...modules,
    offered: { react: '19.3.1' },
  });
});

it('has a banner if its deploy asks for one, before all else, and nothing that a page without it could turn on', () => {
  const config = parseConfig({ ...JSON.parse(JSON.stringify(fakeConfig)), preview: 'Not <live>' });
  const data = { config: toPageConfig(config), ...modules, offered: {} };
  const html = renderPage(data, { ...parts, preview: config.preview });
  expect(read(html).body.firstElementChild?.outerHTML).toBe('<p class="preview">Not &lt;live&gt;</p>');
  expect(readOwn(html).data).toEqual(data);
  expect(JSON.stringify(data)).not.toContain('preview');
  expect(render()).not.toContain('preview');
});

it('tells Dark Reader that it has a dark scheme of its own', () => {
  expect(read(render()).querySelector('meta[name=darkreader-lock]')).not.toBeNull();
});

it('has no rule for the mark of a family without one', () => {
  const text = JSON.parse(JSON.stringify(fakeConfig));
  delete text.families[0].mark;
  const html = render(parseConfig(text));
  expect(html).not.toContain('[data-family="evm"]{');
  expect(html).toContain('[data-family="solana"]{--hue:305');
});

it('applies the chosen scheme before the first paint', () => {
  const script = `>${schemeScript}</script>`;
  const [head = ''] = render().split('</head>');
  expect(head.match(/<script/g)).toHaveLength(1);
  expect(head).toContain(script);
});

describe('a brand', () => {
  const logo = { address: 'data:image/svg+xml;base64,AAAA', ratio: 2.5 };
  const favicon = { address: 'data:image/png;base64,BBBB', ratio: 1 };
  const renderWith = (brand: PageBrand) =>
    renderPage({ config: fakeConfig, ...modules, offered: {} }, { ...parts, brand });

  it('replaces the mark in its own width, and is read out once', () => {
    const html = renderWith({ logo, style: '' });
    const page = read(html);
    const picture = page.querySelector('.brand > :first-child');
    expect(picture?.outerHTML).toBe(
      '<img src="data:image/svg+xml;base64,AAAA" alt="" width="70" height="28">',
    );
    expect(page.querySelector('.brand')?.textContent).toBe(fakeConfig.title);
    expect(page.querySelector('.mark')).toBeNull();
    expect(html).not.toContain('as="image"');
  });

  it('has an icon, or an empty one', () => {
    const icon = (page: Document) => page.querySelector('link[rel=icon]')?.outerHTML;
    expect(icon(read(renderWith({ favicon, style: '' })))).toBe(
      '<link rel="icon" href="data:image/png;base64,BBBB">',
    );
    expect(icon(read(render()))).toBe('<link rel="icon" href="data:,">');
  });

  it('overrides the style of the page', () => {
    expect(renderWith({ style: ':root{--radius:8px}' })).toContain('<style>body{}:root{--radius:8px}');
  });
});

it('describes itself by its families', () => {
  const page = read(render(parseConfig({ ...fakeConfig, families: fakeConfig.families.slice(1) })));
  expect(page.querySelector('meta[name=description]')?.getAttribute('content')).toBe(
    'Connect wallets of Solana and NEAR side by side.',
  );
});

it('lets no text of the configuration become markup or script', () => {
  const html = render(hostileConfig());
  expect(html).not.toContain('<script>stolen');
  expect(html).not.toContain('<img src=x');
  expect(html.match(/<script/g)).toHaveLength(4);
  expect(html.match(/<\/script>/g)).toHaveLength(4);
  expect(html).not.toContain('<!--<script');
  const text = /id="linkspan-page">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  expect(JSON.parse(text).config).toEqual(hostileConfig());
});

it('lets no text of the configuration end the style', () => {
  const html = render(hostileConfig());
  // The page's own, and that of a page without script.
  expect(html.match(/<\/style>/g)).toHaveLength(2);
  expect(html).toContain('[data-family="evm"]{--hue:268;--mark:path("M10 ');
});

it('has cards for a host that failed to load and for an altered one, and a button that removes service workers', () => {
  const { template } = readOwn(render());
  const cards = [...template.content.querySelectorAll('[data-family]')];
  expect(cards.map((card) => card.querySelector('.say-title')?.textContent)).toEqual([
    'A part of the page did not load',
    'A part of the page could not be verified',
  ]);
  expect(
    cards.map((card) => card.querySelector('[data-field=failure]')?.textContent?.split('\n')[0]),
  ).toEqual(['loader/host', 'loader/host-altered']);
  const [, , sentence, button] = template.content.children;
  expect(sentence?.textContent).toContain('Something an older page left');
  expect(button?.outerHTML).toMatch(/^<button type="button".*>Remove it</);
  for (const card of cards) {
    expect(card.getAttribute('data-status')).toBe('unavailable');
    expect(card.querySelectorAll('.actions > button')).toHaveLength(1);
  }
});

it('fetches the early script in parallel with the documents', () => {
  const own = { integrity: { '/assets/early.js': 'sha384-l' }, probe: '/assets/probe.js' };
  const html = renderPage({ config: fakeConfig, ...modules, offered: {}, own }, parts);
  const page = read(html);
  const early = page.querySelector<HTMLScriptElement>('script[src="/assets/early.js"]');
  expect(early?.outerHTML).toContain('async="" crossorigin="" src');
  expect(early?.integrity).toBe('sha384-l');
  // The inline script waits for it.
  expect(html.indexOf(' async crossorigin')).toBeGreaterThan(html.indexOf('let booted'));
  // Requested once, much earlier: the preload is the same request.
  const preload = page.querySelector<HTMLLinkElement>('link[rel=preload]');
  expect(preload?.outerHTML).toContain(
    'as="script" crossorigin="" fetchpriority="low" href="/assets/early.js"',
  );
  expect(preload?.getAttribute('integrity')).toBe('sha384-l');
  expect(html.indexOf('<link rel="preload"')).toBeLessThan(html.indexOf('<main'));
  expect(html.indexOf('<link rel="preload"')).toBeGreaterThan(html.indexOf('linkspanEarly={}'));
});

it('opts each of its scripts out of tools that rewrite scripts, before the address', () => {
  const own = { integrity: { '/assets/early.js': 'sha384-l' }, probe: '/assets/probe.js' };
  const { scripts } = read(renderPage({ config: fakeConfig, ...modules, offered: {}, own }, parts));
  expect(scripts).toHaveLength(6);
  for (const script of scripts) expect(script.outerHTML).toMatch(/^<script data-cfasync="false"[ >]/);
});

it('checks the browser, then requests documents, then files, right after the button', () => {
  const own = { integrity: {}, probe: '/assets/probe.js' };
  const ahead = ['/remotes/remote-evm/discovery.js'];
  const config = parseConfig(JSON.parse(JSON.stringify(fakeConfig)));
  const html = renderPage({ config, ...modules, offered: {}, own }, { ...parts, ahead });
  const live = fakeConfig.families.map(({ remote }) => `${remote.url}live.json`);
  const documents = [...live, '/blocked.json'];
  const files = [own.probe, `${own.probe}?refused`, ...ahead];
  const asked = [documents, files].map((list) => JSON.stringify(list));
  const places = ['Connect wallet</span></button>', `>${browserCheck}`, ...asked, '<main'];
  const found = places.map((text) => html.indexOf(text));
  expect(found).not.toContain(-1);
  expect(found).toEqual(found.toSorted((one, other) => one - other));
});

it('connects early to the remotes of other origins, once each', () => {
  const own = { integrity: {}, probe: '/assets/probe.js' };
  const [first, second, third] = fakeConfig.families;
  const at = (family: (typeof fakeConfig.families)[number] | undefined, remote: object) => ({
    ...family,
    remote: { ...family?.remote, ...remote },
  });
  const config = parseConfig({
    ...JSON.parse(JSON.stringify(fakeConfig)),
    families: [
      at(first, { url: 'https://one.example/remote-evm/' }),
      at(second, { url: 'https://one.example/remote-solana/' }),
      at(third, { url: '/remotes/remote-near/' }),
    ],
  });
  const connections = (page: Document) => [...page.querySelectorAll<HTMLLinkElement>('[rel=preconnect]')];
  const deployed = connections(read(renderPage({ config, ...modules, offered: {}, own }, parts)));
  expect(deployed.map((link) => [link.href, link.getAttribute('crossorigin')])).toEqual([
    ['https://one.example/', ''],
  ]);
  expect(connections(read(renderPage({ config, ...modules, offered: {} }, parts)))).toEqual([]);
});

describe('without JavaScript', () => {
  it('says that the page needs it', () => {
    const note = read(render()).querySelector('main noscript');
    expect(note?.innerHTML).toContain('This page needs JavaScript.');
  });

  it('hides the elements that need scripts', () => {
    const page = read(render());
    const [, hidden = ''] =
      /<style>([^{]+)\{display:none\}/.exec(page.querySelector('noscript')?.innerHTML ?? '') ?? [];
    const rules = page.createElement('div');
    rules.innerHTML = hidden;
    const selector = (rules.textContent ?? '').trim();
    for (const part of ['.bar button', '.head button', '.cards', '#app > footer'])
      expect(page.querySelector(part)?.matches(selector)).toBe(true);
    for (const part of ['.bar', 'h1', 'noscript'])
      expect(page.querySelector(part)?.matches(selector)).toBe(false);
    const shown = [...page.querySelectorAll('body .bar *, main *')].filter(
      (one) => one.closest(selector) === null,
    );
    for (const { textContent } of shown) expect(textContent).not.toContain('Connect wallet');
  });
});

it('shows the next step while nothing is connected', () => {
  expect(render()).toContain('Connect a wallet to see your accounts.');
  expect(render()).toContain('Try a practice wallet');
});
