import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RemoteState, StatedRelease } from './remote-state.ts';
import { toStatusPage } from './status-page.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const context = { now, nameOf: (keyid: string) => keyid, store: 's3://releases' };

const toRelease = (version: string, share: number, more: Partial<StatedRelease> = {}): StatedRelease => ({
  ...{ version, share, sequence: 1, contract: '2.0', commit: 'abcdef12'.repeat(5) },
  builtAt: '2026-11-19T10:00:00Z',
  ...more,
});

const live: RemoteState = {
  ...{ remote: 'remote-evm', state: 'live', version: 7 },
  since: '2026-11-18T09:30:00Z',
  issuedAt: '2026-11-20T12:00:00Z',
  until: '2026-11-27T12:00:00Z',
  rootUntil: '2027-11-20T12:00:00Z',
  keyids: ['ci'],
  kinds: ['online'],
  releases: [toRelease('1.0.0', 90), toRelease('1.1.0', 10)],
  warnings: [],
};
const named = (remote: string, more: Partial<RemoteState> = {}): RemoteState => ({
  ...live,
  remote,
  ...more,
});

const warn = (sentence: string): Pick<RemoteState, 'warnings'> => ({
  warnings: [{ remote: 'remote-evm', code: 'warning/refused', sentence }],
});

function read(states: readonly RemoteState[], more: Partial<typeof context> = {}) {
  const text = toStatusPage(states, { ...context, ...more });
  const page = new DOMParser().parseFromString(text, 'text/html');
  const all = (selector: string, within: ParentNode = page) => [...within.querySelectorAll(selector)];
  const textsOf = (selector: string) =>
    all(selector).map((one) => one.textContent?.replace(/\s+/g, ' ').trim());
  const [summary] = textsOf('.summary');
  /** The items of a section. */
  const itemsOf = (title: string) =>
    all('section')
      .filter((one) => one.querySelector('h2')?.textContent === title)
      .flatMap((one) => [...(one.querySelector('ul, ol')?.children ?? [])]);
  return { text, page, all, textsOf, summary, itemsOf };
}

describe('the status page', () => {
  it('shows shares, contract, commit and build of each release, and who has signed', () => {
    const { all, textsOf, itemsOf } = read([live]);
    expect(itemsOf('Remotes')).toHaveLength(1);
    expect(textsOf('h3')).toEqual(['remote-evm']);
    const [bar] = all('h3 ~ *, .row ~ .bar').filter((one) =>
      one.getAttribute('aria-label')?.includes('1.1.0'),
    );
    expect(bar?.getAttribute('aria-label')).toBe('1.0.0 for 90 %; 1.1.0 for 10 %');
    const parts = all('rect:not(.empty)', bar).map((one) => [
      one.getAttribute('x'),
      one.getAttribute('width'),
    ]);
    expect(parts).toEqual([
      ['0', '90'],
      ['90', '10'],
    ]);
    expect(textsOf('li li')[1]).toBe('1.1.0 for 10 % Contract 2.0, commit abcdef12, built 19 Nov 10:00');
    expect(textsOf('dl div')).toEqual([
      'Since18 Nov 09:30',
      'Signed byci (online)',
      'Live documentversion 7, good until 27 Nov 12:00',
      'Rootgood until 20 Nov 2027',
    ]);
    expect(all('dl time').map((one) => one.getAttribute('datetime'))).toContain('2026-11-27T12:00:00Z');
  });

  it('lists what expires over all remotes, the next first, and draws what is left', () => {
    const soon = named('remote-near', { until: '2026-11-21T08:00:00Z', issuedAt: '2026-11-14T08:00:00Z' });
    const gone = named('remote-solana', { until: '2026-11-17T12:00:00Z', issuedAt: '2026-11-10T12:00:00Z' });
    const { itemsOf } = read([live, soon, gone]);
    const items = itemsOf('Expires next').map((one) => one.querySelector('.row')?.textContent);
    expect(items).toEqual([
      'remote-solana live document expired 3 days ago',
      'remote-near live document soon, in 20 hours',
      'remote-evm live document in 7 days',
      ...['remote-evm', 'remote-near', 'remote-solana'].map((remote) => `${remote} root in 365 days`),
    ]);
    const left = itemsOf('Expires next').map((one) => one.querySelector('svg')?.getAttribute('aria-label'));
    expect(left.slice(0, 4)).toEqual(
      [0, 12, 100, 100].map((n, at) => `${n} % of ${at < 3 ? 'its life' : 'a year'} left`),
    );
  });

  it.each<[string, readonly RemoteState[], string]>([
    ['no remote', [], 'There is no remote yet.'],
    ['one that runs', [live], 'remote-evm runs; nothing to do before 24 November 2026.'],
    [
      'two that run',
      [live, named('remote-near')],
      'All 2 remotes run; nothing to do before 24 November 2026.',
    ],
    [
      'one that is withdrawn',
      [live, named('remote-near', { state: 'withdrawn', releases: [] })],
      '1 of 2 remotes run; nothing to do before 24 November 2026.',
    ],
    [
      'one that is not live yet',
      [{ remote: 'remote-near', state: 'not live yet', rootUntil: '2027-11-20T12:00:00Z', warnings: [] }],
      'remote-near is not live yet; nothing to do before 21 October 2027.',
    ],
    [
      'a root that expired before anything was live',
      [{ remote: 'remote-near', state: 'not live yet', rootUntil: '2026-11-19T12:00:00Z', warnings: [] }],
      'remote-near is not live yet; a root has expired.',
    ],
    ['a warning', [named('remote-evm', warn('Look.'))], '1 thing needs someone.'],
    [
      'two',
      [named('remote-evm', warn('Look.')), named('remote-near', warn('Look.'))],
      '2 things need someone.',
    ],
  ])('says in one sentence how it is: %s', (_, states, sentence) => {
    expect(read(states).summary).toBe(sentence);
  });

  it('tells what pages refuse once, with the command that helps', () => {
    const refusal = 'Its live document has expired.';
    const sentence = `A page refuses remote-evm (release/expired). ${refusal} Run “linkspan refresh remote-evm”, not “refresh”.`;
    const { itemsOf, textsOf, text } = read([
      named('remote-evm', { state: 'release/expired', refusal, ...warn(sentence) }),
    ]);
    expect(itemsOf('Needs someone').map((one) => one.textContent)).toEqual([sentence]);
    expect(textsOf('.warning code')).toEqual(['linkspan refresh remote-evm']);
    expect(text.split(refusal)).toHaveLength(2);
    expect(textsOf('.state')).toEqual(['Refused by pages: release/expired']);
    expect(textsOf('li li b')).toEqual(['1.0.0 for 90 %, refused', '1.1.0 for 10 %, refused']);
  });

  it('tells a refusal that no warning has, and a release that the root takes back', () => {
    const refused = read([
      named('remote-evm', { state: 'release/malformed', refusal: 'It is no document.' }),
    ]);
    expect(refused.textsOf('.why')).toEqual(['It is no document.']);
    const releases = [toRelease('1.0.0', 100, { refusal: 'release/revoked' })];
    const { textsOf, all } = read([named('remote-evm', { releases })]);
    expect(textsOf('li li b')).toEqual(['1.0.0 for 100 %, refused (release/revoked)']);
    expect(all('rect.refused')).toHaveLength(2);
  });

  it('colors only what is live as good', () => {
    const states = ['live', 'withdrawn', 'not live yet'].map((state) => named('remote-evm', { state }));
    expect(
      read(states)
        .all('.state.good')
        .map((one) => one.textContent),
    ).toEqual(['Live']);
  });

  const markup = `<img src=x onerror=alert(1)>"'&amp;</style><script>1</script>`;
  it.each<[string, RemoteState, Partial<typeof context>]>([
    ['a remote', named(markup), {}],
    ['a key', live, { nameOf: () => markup }],
    ['a store', live, { store: markup }],
    ['a state', named('remote-evm', { state: markup, refusal: markup }), {}],
    ['a warning', named('remote-evm', warn(`${markup} “linkspan ${markup}” “${markup}”`)), {}],
    [
      'a release',
      named('remote-evm', {
        releases: [
          toRelease(markup, 100, {
            contract: markup,
            commit: markup,
            builtAt: live.since ?? '',
            refusal: markup,
          }),
        ],
      }),
      {},
    ],
  ])('writes the markup in %s as text', (_, state, more) => {
    const { page, text } = read([state], more);
    expect(page.querySelectorAll('img, script')).toHaveLength(0);
    expect(page.querySelectorAll('style')).toHaveLength(1);
    expect(text).not.toContain('<img');
    expect(page.documentElement.textContent).toContain('<img src=x');
  });

  it('turns no text around', () => {
    expect(read([live], { store: 's3://\u202Eevil' }).text).not.toContain('\u202E');
  });

  it('runs no script and requests nothing: its policy allows its own style alone', () => {
    const { page, all, text } = read([live]);
    const policy = page.querySelector('meta[http-equiv]')?.getAttribute('content');
    const style = /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
    );
    expect(all('script, link, img, iframe, a, [style], [src], [href]')).toEqual([]);
    expect(style).not.toMatch(/url\(|@import/);
  });

  it('is the same for the same states', () => {
    expect(read([live]).text).toBe(read([live]).text);
  });
});
