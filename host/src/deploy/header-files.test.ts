import { expect, it } from 'vitest';
import { toHeaderFiles } from './header-files.ts';

const headers = {
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; base-uri 'none'",
};
const files = toHeaderFiles(headers, ['/remotes/evm/']);
const sandboxed = "sandbox; default-src 'none'";

it('gives the headers as JSON', () => {
  expect(JSON.parse(files.get('.headers/headers.json') ?? '')).toEqual(headers);
});

it('gives them as lines for nginx, for what is missing too', () => {
  expect(files.get('.headers/nginx.conf')).toContain(
    `add_header content-security-policy "default-src 'none'; base-uri 'none'" always;\n`,
  );
});

it('gives them as lines for Caddy', () => {
  expect(toHeaderFiles(headers, []).get('.headers/Caddyfile')).toContain('header x-frame-options "DENY"\n');
});

it('gives a remote under the page’s origin headers of its own in each of these forms', () => {
  const [remote] = JSON.parse(files.get('.headers/remotes.json') ?? '');
  expect(remote).toEqual({
    path: '/remotes/evm/',
    headers: { 'content-security-policy': sandboxed, 'x-content-type-options': 'nosniff' },
  });
  const [nginx, caddy] = ['nginx.conf', 'Caddyfile'].map((name) => files.get(`.headers/${name}`));
  expect(nginx).toMatch(
    /location \/remotes\/evm\/ \{\n {4}add_header content-security-policy "sandbox; default-src 'none'" always;/,
  );
  expect(caddy).toContain(
    '@linkspan_page not path /remotes/evm/*\nheader @linkspan_page x-frame-options "DENY"',
  );
  expect(caddy).toContain(`header @linkspan_remote content-security-policy "${sandboxed}"\n`);
});

it('gives static hosts a whole file, which says how long each file may be kept', () => {
  const text = files.get('_headers') ?? '';
  expect(text).toContain("\n/*\n  x-frame-options: DENY\n  content-security-policy: default-src 'none'");
  expect(text).toContain(`\n/remotes/evm/*\n  content-security-policy: ${sandboxed}\n`);
  expect(text).toContain('\n/remotes/evm/live.json\n  cache-control: no-cache\n');
  expect(text).toContain('\n/assets/*\n  cache-control: public, max-age=31536000, immutable\n');
});
