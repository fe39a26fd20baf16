import type { ApplicationShell } from '@linkspan/app/page';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred, type Deferred } from '../async.ts';
import { createTrust } from '../csp/policy.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { type LoadingShell, loadShell, takePage } from './load-shell.ts';
import { narrowToMap } from './pinned-page.ts';

const early = '/assets/early-pinned-1.js';
const data = {
  ...{ config: fakeConfig, early, hostModule: '/assets/host.js', offered: {} },
  own: { integrity: { [early]: 'sha256-e' }, probe: '/assets/probe.js' },
};

let offer: Deferred<ApplicationShell>;
let loading: LoadingShell;
let script: HTMLScriptElement;

beforeEach(() => {
  offer = createDeferred<ApplicationShell>();
  loading = { data, trust: createTrust(), offer };
});

afterEach(() => {
  document.head.replaceChildren();
  vi.restoreAllMocks();
});

/** Loads it: no network is here, and a test says what becomes of its script. */
function load(): void {
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    script = node as HTMLScriptElement;
  });
  loadShell(loading);
}

describe('the script of the shell', () => {
  it('is loaded with the hash that the page has of it', () => {
    load();
    expect(script.src).toContain(early);
    expect([script.integrity, script.crossOrigin]).toEqual(['sha256-e', '']);
  });

  it('takes the page over, and no other script does', () => {
    load();
    const took = vi.fn();
    takePage(took);
    expect(took).not.toHaveBeenCalled();
    vi.spyOn(Document.prototype, 'currentScript', 'get').mockReturnValue(script);
    takePage(took);
    expect(took).toHaveBeenCalledExactlyOnceWith(loading);
    takePage(took);
    expect(took).toHaveBeenCalledOnce();
  });

  it('is missed by the application if it does not come', async () => {
    load();
    script.onerror?.(new Event('error'));
    await expect(offer.promise).rejects.toMatchObject({ code: 'loader/host' });
    expect(customElements.get('linkspan-connect')).toBeDefined();
  });
});

it('a policy names the modules of the map, the application’s inline texts, and nothing else', () => {
  const map = { imports: {}, integrity: { '/assets/host.js': 'sha256-h', '/a%20b.js': 'sha256-a' } };
  document.head.innerHTML = `<script type="importmap">${JSON.stringify(map)}</script>`;
  const application = { classics: [], entries: [], integrity: {}, hashes: ['sha256-i'], sources: [] };
  narrowToMap({ ...data, config: { ...fakeConfig, practice: { module: '/w.js', label: 'P' } }, application });
  const [policy] = (document.head.querySelector('meta')?.content ?? '').split('; ');
  const { origin } = location;
  const sources = [`${origin}/assets/host.js`, `${origin}/a%20b.js`, `${origin}/w.js`];
  expect(policy).toBe(`script-src 'sha256-i' ${sources.join(' ')}`);
});
