import { expect, it } from 'vitest';
import { toHeaderFiles } from './header-files.ts';

const headers = {
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; base-uri 'none'",
};
const routes = [{ path: '/remotes/evm/', to: 'https://remotes.example/evm/' }];
const files = toHeaderFiles(headers, routes);

it('gives the headers as JSON', () => {
  expect(JSON.parse(files.get('.headers/headers.json') ?? '')).toEqual(headers);
});

it('gives them as lines for nginx, for what is missing too', () => {
  expect(files.get('.headers/nginx.conf')).toContain(
    `add_header content-security-policy "default-src 'none'; base-uri 'none'" always;\n`,
  );
});

it('gives them as lines for Caddy', () => {
  expect(files.get('.headers/Caddyfile')).toContain('header x-frame-options "DENY"\n');
});

it('gives the routes in each of these forms', () => {
  expect(JSON.parse(files.get('.headers/routes.json') ?? '')).toEqual(routes);
  for (const name of ['nginx.conf', 'Caddyfile'])
    expect([name, files.get(`.headers/${name}`)]).toEqual([name, expect.stringContaining('/remotes/evm/')]);
});

it('gives static hosts a whole file, which says how long each file may be kept', () => {
  const text = files.get('_headers') ?? '';
  expect(text).toContain("\n/*\n  x-frame-options: DENY\n  content-security-policy: default-src 'none'");
  expect(text).not.toContain('/remotes/');
  expect(text).toContain('\n/assets/*\n  cache-control: public, max-age=31536000, immutable\n');
});
