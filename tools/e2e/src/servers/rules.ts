import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { siteFolder } from '../place/stack.ts';

/** How long what a server answers may be kept. */
export const kept = {
  forAYear: 'public, max-age=31536000, immutable',
  untilAsked: 'no-cache',
  never: 'no-store',
} as const;

/** How one file is to be served. */
export interface Rule {
  readonly path: string;
  readonly type: string;
  readonly cache: string;
}

/** A server by what it serves, with the headers of everything in it. */
export interface Rules {
  readonly headers: Readonly<Record<string, string>>;
  readonly files: readonly Rule[];
  /** What is there and is served to nobody. */
  readonly hidden: readonly string[];
}

const html = 'text/html; charset=utf-8';
const script = 'text/javascript; charset=utf-8';
const json = 'application/json';

/** The rules for the deployed page. The text files in `docs/servers` are held against them, and so is a real nginx. */
export const pageRules: Rules = {
  headers: JSON.parse(readFileSync(join(siteFolder, '.headers/headers.json'), 'utf8')),
  files: [
    { path: '/', type: html, cache: kept.untilAsked },
    { path: '/index.html', type: html, cache: kept.untilAsked },
    { path: '/linkspan.json', type: json, cache: kept.untilAsked },
    { path: '/unsupported.html', type: html, cache: kept.untilAsked },
    { path: '/documents/remote-evm.json', type: json, cache: kept.untilAsked },
    { path: '/assets/host-1.js', type: script, cache: kept.forAYear },
    { path: '/assets/host-1.css', type: 'text/css; charset=utf-8', cache: kept.forAYear },
  ],
  hidden: ['/.git/config', '/documents/.part', '/.headers/headers.json'],
};

/** The rules for a store. */
export const storeRules: Rules = {
  headers: { 'x-content-type-options': 'nosniff', 'access-control-allow-origin': '*' },
  files: [
    { path: '/blocklist.json', type: json, cache: kept.untilAsked },
    { path: '/remote-evm/live.json', type: json, cache: kept.untilAsked },
    { path: '/remote-evm/root/1.json', type: json, cache: kept.forAYear },
    { path: '/remote-evm/history/1.json', type: json, cache: kept.forAYear },
    { path: '/remote-evm/releases/1.0.0/manifest.json', type: json, cache: kept.forAYear },
    { path: '/remote-evm/releases/files/vendor-BARtV875.js', type: script, cache: kept.forAYear },
    { path: '/remote-evm/releases/1.0.0/remoteEntry-1.js', type: script, cache: kept.forAYear },
    { path: '/remote-evm/releases/1.0.0/assets/vendor-1.js', type: script, cache: kept.forAYear },
    { path: '/remote-evm/releases/1.0.0/assets/curve.wasm', type: 'application/wasm', cache: kept.forAYear },
  ],
  hidden: ['/policy.json', '/.linkspan/tags/remote-evm', '/remote-evm/.linkspan/lock'],
};

/** The rules for one remote's folder of a store. */
export const folderRules: Rules = {
  headers: storeRules.headers,
  files: storeRules.files
    .filter(({ path }) => path.startsWith('/remote-evm/'))
    .map((rule) => ({ ...rule, path: rule.path.slice('/remote-evm'.length) })),
  hidden: ['/.linkspan/lock'],
};
