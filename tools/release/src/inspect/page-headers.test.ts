import { describe, expect, it } from 'vitest';
import type { FoundPage } from './page-data.ts';
import { examinePageHeaders } from './page-headers.ts';

const address = 'https://wallets.example/';
const closed =
  "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src-attr 'none'";
const trusted = "require-trusted-types-for 'script'";
const sound = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=()',
  'referrer-policy': 'strict-origin',
  'x-frame-options': 'DENY',
};

/** What is found of a page that runs one remote and reaches one node, under these sources for both. */
function look(
  sources: string,
  headers: Record<string, string | undefined> = {},
  url = 'https://remotes.example/evm/',
  { framed = [], framedBy = [] }: Partial<Pick<FoundPage, 'framed' | 'framedBy'>> = {},
) {
  const policy = `default-src 'none'; script-src ${sources}; connect-src ${sources}; ${closed}; ${trusted}`;
  const all = { ...sound, 'content-security-policy': policy, ...headers };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const page = {
    remotes: [{ name: 'remote-evm', url }],
    reached: [url],
    framed,
    framedBy,
  } as unknown as FoundPage;
  return examinePageHeaders({ address, headers: new Headers(given) }, page);
}
const detailOf = (policy: string) =>
  look('', { 'content-security-policy': policy }).find(({ code }) => code === 'doctor/policy-loose')?.values
    ?.detail;

describe('the policy of a page', () => {
  it.each([
    'https://remotes.example/evm/',
    'https://remotes.example/',
    'https://remotes.example',
    'remotes.example',
  ])('lets it reach a remote by %s', (source) => expect(look(source)).toEqual([]));

  it.each([
    'https://remotes.example/ev',
    'https://remotes.example/other/',
    'https://other.example/evm/',
    "'self'",
    "'none'",
  ])('keeps it from a remote by %s', (source) =>
    expect(look(source)).toEqual([
      { code: 'doctor/policy-keeps', address, values: { addresses: 'https://remotes.example/evm/' } },
    ]),
  );

  it('compares paths as they are decoded, and takes as it stands what cannot be', () => {
    expect(look('https://remotes.example/a%20b/', {}, 'https://remotes.example/a b/')).toEqual([]);
    expect(look('https://remotes.example/%zz/', {}, 'https://remotes.example/%zz/')).toEqual([]);
  });

  it('lets the page reach its own origin', () => {
    expect(look("'self'", {}, 'https://wallets.example/evm/')).toEqual([]);
  });

  it('lets it reach apps on the device by the address that the page names, and by no other', () => {
    const sockets = 'ws://localhost:*';
    expect(look(sockets, {}, sockets)).toEqual([]);
    for (const source of ["'self'", 'ws://localhost:1', 'wss://localhost:*'])
      expect(look(source, {}, sockets)).toEqual([
        { code: 'doctor/policy-keeps', address, values: { addresses: sockets } },
      ]);
  });

  it.each(['*', 'https:'])('lets in what nobody listed by %s', (source) => {
    expect(look(source)).toEqual([
      {
        code: 'doctor/policy-loose',
        address,
        values: { detail: `script-src has ${source}, connect-src has ${source}` },
      },
    ]);
  });

  it('keeps a wallet’s site out of its frames if the page names more than the headers', () => {
    expect(look("'self'", {}, `${address}evm/`, { framed: ['https://wallet.example'] })).toEqual([
      { code: 'doctor/policy-keeps', address, values: { addresses: 'https://wallet.example' } },
    ]);
  });

  it('may frame whole origins of others, and nothing else', () => {
    const framing = (sources: string) =>
      detailOf(`default-src 'none'; frame-src ${sources}; ${closed}; ${trusted}`);
    expect(framing("'none'")).toBeUndefined();
    expect(framing('https://wallet.example')).toBeUndefined();
    for (const source of ["'self'", '*', 'https:', 'blob:', 'https://wallets.example', 'https://*.example'])
      expect(framing(`https://wallet.example ${source}`)).toBe(`frame-src has ${source}`);
  });

  describe('of a page that others may frame', () => {
    const safe = 'https://app.safe.global';
    const ancestors = (sources: string, framedBy = [safe]) =>
      look(
        '',
        {
          'content-security-policy': `default-src *; ${closed.replace("ancestors 'none'", `ancestors ${sources}`)}; ${trusted}`,
          'x-frame-options': undefined,
        },
        undefined,
        { framedBy },
      );
    const details = (sources: string, framedBy?: string[]) =>
      ancestors(sources, framedBy).flatMap(({ values }) => values?.addresses ?? values?.detail ?? []);

    it('names those whom it keeps out, and asks for no x-frame-options', () => {
      expect(details(safe)).toEqual([expect.not.stringContaining('ancestors')]);
      expect(ancestors(safe).map(({ code }) => code)).toEqual(['doctor/policy-loose']);
      expect(details("'none'")).toContain(safe);
    });

    it.each([
      "'self'",
      '*',
      'https:',
      'https://wallets.example',
      'https://*.safe.global',
      'https://other.example',
    ])('is loose where %s may frame it too', (source) => {
      expect(details(`${safe} ${source}`)).toEqual([
        expect.stringContaining(`frame-ancestors has ${source}`),
      ]);
    });

    it('is loose where the configuration names nobody, or the page itself', () => {
      expect(details(safe, [])).toContainEqual(expect.stringContaining(`frame-ancestors has ${safe}`));
      const own = 'https://wallets.example';
      expect(details(own, [own])).toEqual([expect.stringContaining(`frame-ancestors has ${own}`)]);
    });
  });

  it('is loose where it leaves something open', () => {
    expect(detailOf(`default-src 'none'; ${closed}`)).toBe('require-trusted-types-for is missing');
    expect(
      detailOf(`default-src 'none'; ${trusted}; ${closed.replace("base-uri 'none'", 'base-uri a')}`),
    ).toBe("base-uri is not 'none'");
    expect(detailOf(`${closed}; ${trusted}`)).toBe('script-src has *, connect-src has *, frame-src has *');
  });

  it('says nothing if there is none', () => {
    expect(look('', { 'content-security-policy': undefined })).toEqual([]);
  });

  it('holds everything to its default', () => {
    const policy = `default-src https://remotes.example/; frame-src 'none'; ${closed}; ${trusted}`;
    expect(look('', { 'content-security-policy': policy })).toEqual([]);
  });

  it('lets everything be reached where it says nothing of it', () => {
    const found = look('', { 'content-security-policy': `${closed}; ${trusted}` });
    expect(found.map(({ code }) => code)).toEqual(['doctor/policy-loose']);
  });
});

describe('the other headers of a page', () => {
  const fine = 'https://remotes.example/';

  it.each(['permissions-policy', 'referrer-policy', 'x-frame-options'])('are missing without %s', (name) => {
    expect(look(fine, { [name]: undefined })).toMatchObject([
      { code: 'doctor/page-header', address, values: { name } },
    ]);
  });

  it.each([
    ['same-origin', 'doctor/opener'],
    ['noopener-allow-popups', 'doctor/opener'],
    ['unsafe-none', 'doctor/page-header'],
    [undefined, 'doctor/page-header'],
  ])('close or open windows of wallets as %s', (found, code) => {
    const name = 'cross-origin-opener-policy';
    expect(look(fine, { [name]: found })).toEqual([
      { code, address, values: { name, wanted: 'same-origin-allow-popups', found: found ?? '' } },
    ]);
  });
});
