import { expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { passedOn, toNginxRoutes, toRoutes } from './routes.ts';

const [evm, ...others] = fakeConfig.families;

const routesOf = (url: string, route?: string) =>
  toRoutes(
    parseConfig({
      ...fakeConfig,
      families: [{ ...evm, remote: { ...evm?.remote, url, ...(route && { route }) } }, ...others],
    }),
  );

it('are those that the configuration has', () => {
  expect(routesOf('https://remotes.example/evm/')).toEqual([]);
  expect(routesOf('https://remotes.example/evm/', '/remotes/evm/')).toEqual([
    { path: '/remotes/evm/', to: 'https://remotes.example/evm/' },
  ]);
});

it('pass on a live document and a discovery, and nothing else', () => {
  const isPassedOn = (path: string) => new RegExp(`^${passedOn}$`).test(path);
  const paths = [
    'live.json',
    'releases/1.0.0/discovery-Bx_9.js',
    'releases/files/discovery-CqlUMHQk.js',
    'releases/files-0123456789abcdef/discovery.js',
    'releases/1.0.0/deep/discovery.js',
    'releases/discovery.js',
    'releases/1.0.0/connector.js',
    'releases/1.0.0/discovery.html',
    'releases/.hidden/discovery.js',
    'releases/../discovery.js',
    'root/1.json',
    'live.json/x',
    'livexjson',
    '',
  ];
  expect(paths.filter(isPassedOn)).toEqual(paths.slice(0, 5));
});

it('are places of nginx: two that lead to the store, and one that ends what else there could be', () => {
  const text = toNginxRoutes(routesOf('https://remotes.example/evm/', '/remotes/evm/'));
  expect(text.match(/^location .*/gm)).toEqual([
    'location = /remotes/evm/live.json {',
    'location ^~ /remotes/evm/releases/ {',
    'location ^~ /remotes/evm/ {',
  ]);
  expect(text.match(/proxy_pass .*/g)).toEqual([
    'proxy_pass https://remotes.example/evm/live.json;',
    'proxy_pass https://remotes.example/evm/releases/;',
  ]);
});

it('let no address end a line of a server', () => {
  const text = toNginxRoutes(routesOf('https://remotes.example/a;{return $x}/', '/remotes/evm/'));
  expect(text).toContain('proxy_pass https://remotes.example/a%3B%7Breturn%20%24x%7D/live.json;\n');
});
