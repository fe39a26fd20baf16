import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTrust, toSharedDirectives } from '../csp/policy.ts';
import { createFakeRelease, remoteUrl } from '../testing/fake-release.ts';
import { createEnforce, type EnforceDependencies } from './enforce.ts';

const own = {
  integrity: {
    '/assets/host.js': 'sha384-host',
    '/assets/probe.js': `sha256-${createHash('sha256').update('export {};').digest('base64')}`,
  },
  probe: '/assets/probe.js',
};
const answered = async () => new Response('export {};');
const enforced = async (name: string) => {
  if (name === 'linkspan-probe') throw new TypeError('refused');
};

const create = (needs: Partial<EnforceDependencies> = {}) =>
  createEnforce({
    own,
    others: [],
    directives: toSharedDirectives(),
    document,
    fetch: answered,
    nonce: '7',
    trust: createTrust,
    load: enforced,
    ...needs,
  });
const policy = () => document.head.querySelector('meta')?.content ?? '';
const map = () => document.head.querySelector('script[type=importmap]')?.textContent ?? '';

beforeEach(() => document.head.replaceChildren());

describe('the policy', () => {
  it('comes before the map, and takes no other inline script', async () => {
    await create()([createFakeRelease()]);
    expect([...document.head.children].map(({ tagName }) => tagName)).toEqual(['META', 'SCRIPT']);
    const hash = createHash('sha384').update(map()).digest('base64');
    expect(policy()).toContain(`script-src 'sha384-${hash}' `);
    expect(policy().split('; ')[0]).not.toContain('unsafe');
  });

  it('takes the very files of the releases, of the host, and of the page’s other modules', async () => {
    await create({ others: ['/practice/wallets.js'] })([createFakeRelease()]);
    const page = (path: string) => new URL(path, document.baseURI).href;
    const files = ['discovery.js', 'entry.js', 'glue.js'].map((file) => `${remoteUrl}releases/1.2.3/${file}`);
    const paths = ['/assets/host.js', '/assets/probe.js', '/practice/wallets.js'];
    const [scripts = ''] = policy().split('; ');
    expect(scripts.split(' ').slice(2).sort()).toEqual([...files, ...paths.map(page)].sort());
  });

  it('and the map come into the head, also if images have taken members of the document', async () => {
    const image = document.createElement('img');
    // As a browser resolves `document.head` if markup has `<img name="head">`.
    for (const name of ['head', 'baseURI'])
      Object.defineProperty(document, name, { value: image, configurable: true });
    await create()([]);
    for (const name of ['head', 'baseURI']) Reflect.deleteProperty(document, name);
    expect([image.children.length, document.head.children.length]).toEqual([0, 2]);
  });

  it('takes the styles in the page alone', async () => {
    await create()([createFakeRelease()]);
    expect(policy().split('; ').slice(1)).toEqual([`style-src 'unsafe-inline'`, `worker-src 'none'`]);
  });

  describe('of an application', () => {
    const application = {
      classics: ['/old.js?v=1', 'https://cdn.example/lib.js'],
      entries: ['/app.js'],
      integrity: { '/app.js': 'sha256-app', 'https://cdn.example/lib.js': 'sha384-lib' },
      hashes: ['sha256-inline'],
      sources: [],
    };

    it('takes its modules, its classic scripts, and its inline texts by their hashes', async () => {
      await create({ application })([]);
      const page = (path: string) => new URL(path, document.baseURI).href;
      const [, , ...sources] = policy().split('; ')[0]?.split(' ') ?? [];
      expect(sources.sort()).toEqual(
        [
          ...["'sha256-inline'", 'https://cdn.example/lib.js'],
          ...['/app.js', '/old.js', '/assets/host.js', '/assets/probe.js'].map(page),
        ].sort(),
      );
    });

    it('has the hashes of its modules in the one map', async () => {
      await create({ application })([]);
      expect(JSON.parse(map()).integrity).toMatchObject(application.integrity);
    });

    it('takes its styles as the headers do, and the very files that are its workers', async () => {
      const app = { styles: ['https://styles.example'], workers: ['/assets/worker.js'] };
      const directives = toSharedDirectives(app, 'https://page.example/sub/');
      await create({ application, directives })([]);
      expect(policy().split('; ').slice(1)).toEqual([
        `style-src 'self' 'unsafe-inline' https://styles.example/`,
        'worker-src https://page.example/assets/worker.js',
      ]);
    });
  });

  it('is in force before anything of the network is waited for', async () => {
    await create({ fetch: () => new Promise(() => undefined) })([]);
    expect(policy()).not.toBe('');
    expect(map()).not.toBe('');
  });
});

describe('the proof', () => {
  const prove = async (needs: Partial<EnforceDependencies>) => (await create(needs)([]))();

  it('is given where the canary runs and the probe is refused', async () => {
    expect(await prove({})).toBe(true);
  });

  it('fails where the map is not in force', async () => {
    expect(await prove({ load: () => Promise.reject(new TypeError('no such name')) })).toBe(false);
  });

  it('fails where another map came first, whatever became of it', async () => {
    document.head.append(Object.assign(document.createElement('script'), { type: 'importmap' }));
    expect(await prove({})).toBe(false);
  });

  it('fails where a wrong hash is not looked at', async () => {
    expect(await prove({ load: async () => undefined })).toBe(false);
  });

  it('is not mistaken for a server that does not answer', async () => {
    const away = new TypeError('Failed to fetch');
    await expect(prove({ fetch: () => Promise.reject(away) })).rejects.toBe(away);
    await expect(prove({ fetch: async () => new Response('', { status: 404 }) })).rejects.toThrow('HTTP 404');
  });

  it('is not mistaken for an altered probe, which a sound browser refuses', async () => {
    const altered = {
      fetch: async () => new Response('altered'),
      load: () => Promise.reject(new TypeError()),
    };
    await expect(prove(altered)).rejects.toThrow('/assets/probe.js');
  });
});
