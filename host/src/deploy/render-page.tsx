import { failure } from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { blocklistName, liveDocumentName } from '@linkspan/trust';
import { atom } from 'nanostores';
import { renderToString } from 'react-dom/server';
import { toRequestScript } from '../bootstrap/early-requests.ts';
import type { PageData } from '../bootstrap/page.ts';
import type { Commands, Shell } from '../commands/shell.ts';
import { isOwnPath, type PageConfig } from '../config.ts';
import type { Entry } from '../ledger/entry.ts';
import { type ApplicationScripts, type ImportMap, refusedOf, toImportMap } from '../loader/import-map.ts';
import { isPinned } from '../releases/page-trust.ts';
import { toAddresses } from '../releases/release.ts';
import type { Request } from '../session/request.ts';
import { App } from '../ui/app.tsx';
import { Card } from '../ui/cards/card.tsx';
import { DialogFrame, PageBar } from '../ui/page-frame.tsx';
import { SmallIcon } from '../ui/parts/icon.tsx';
import { schemeScript } from '../ui/scheme.ts';
import { dialogTexts } from '../ui/texts/en-dialog.ts';
import { frameTexts } from '../ui/texts/en-on-demand.ts';
import { t } from '../ui/texts/t.ts';
import { ShellContext } from '../ui/use-shell.ts';
import type { PageBrand } from './brand.ts';

/** The parts of a page, except its data. */
export interface PageParts {
  /** The CSS in the page, without that of the views. */
  readonly style: string;
  /** The inline script. */
  readonly handover: string;
  /** Addresses of the discoveries that were live at the deploy, and usually still are. */
  readonly ahead?: readonly string[];
  readonly brand?: PageBrand;
  /** The text of a banner, on a page that is not for people. */
  readonly preview?: string | undefined;
  /** The development server's scripts, first in the head. */
  readonly head?: string;
}

/** The whole page as HTML: the first view of a visit in one response. */
export function renderPage(data: PageData, parts: PageParts): string {
  const { brand, preview, head = '' } = parts;
  const { config, own } = data;
  const { map, preload, script, requests, check, failed, boot } = renderScripts(data, parts);
  // Without an icon, a browser would request one.
  const icon = brand?.favicon?.address ?? 'data:,';
  const banner = renderBanner(preview);
  const bar = renderToString(<PageBar config={config} logo={brand?.logo} />);
  const late = renderToString(<p className="note late">{lateText}</p>);
  const content = renderToString(
    <>
      <main id="app">
        <noscript>
          <style>{withoutScript}</style>
          <p className="note">{t('page.noScript')}</p>
        </noscript>
        <App shell={toShell(config, createStore(config.families))} />
      </main>
      <DialogFrame families={config.families} />
    </>,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${map}<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="darkreader-lock">
<meta name="description" content="${escapeHtml(describe(config))}">
<title>${escapeHtml(config.title)}</title>
<link rel="icon" href="${icon}">
${own ? toConnections(config) : ''}${head}<style>${toStyle(config, parts)}${lateStyle}</style>
${openScript}>${schemeScript}</script>
</head>
<body>
${banner}${bar}${late}${check}${requests}${preload}${content}
${failed}
${boot}
${script}</body>
</html>
`;
}

/**
 * The shell as the first part of an application's head. The inline script finds it there, and opens it in a shadow tree of
 * its own; the application's scripts are requested at once, and started by the inline script. If all releases came with the
 * page, its head has the import map and little else: the application's scripts start by themselves, and the shell is in a file.
 */
export function renderShell(data: PageData, parts: PageParts): string {
  const { config, own, application } = data;
  const { map, preload, script, requests, boot } = renderScripts(data, parts);
  if (isPinned(data.trust)) return map + preload + placeholder + boot;
  const preloadEntry = (address: string) => {
    const integrity = application?.integrity[address];
    // A development server's modules are not preloaded: each load would ask for them twice.
    return integrity
      ? `<link rel="preload" as="script" crossorigin href="${escapeHtml(address)}" integrity="${escapeHtml(integrity)}">\n`
      : '';
  };
  const { classics = [], entries: modules = [] } = application ?? {};
  const entries = [...classics, ...modules].map(preloadEntry);
  // Requested before the shell is parsed, which takes a slow processor a fifth of a second.
  return `${own ? toConnections(config) : ''}${requests}
${entries.join('')}${preload}${placeholder}<template>${renderContent(config, parts)}</template>
${boot}
${script}`;
}

/** The place of the application's button until the shell has drawn it: what is beside it would move. */
const placeholder =
  '<style>linkspan-connect:not(:defined){display:inline-block;inline-size:140px;block-size:40px}</style>\n';

/** The line of the shell's script that has its markup, for a page whose head does not have it. */
export function renderMarkup(config: PageConfig, parts: PageParts): string {
  return `linkspanMarkup=${toInlineJson(renderContent(config, parts))};\n`;
}

/** What the shell has in its shadow tree. */
function renderContent(config: PageConfig, parts: PageParts): string {
  const content = renderToString(
    <>
      <dialog className="sheet sheet-tall accounts" aria-labelledby="accounts-title">
        <div className="sheet-head">
          <h2 id="accounts-title">{t('frame.shell')}</h2>
          <form method="dialog">
            <button type="submit" className="round" aria-label={frameTexts.close}>
              <SmallIcon name="cross" />
            </button>
          </form>
        </div>
        {/* An application has a main of its own. */}
        <div id="app" className="main">
          <App shell={toShell(config, createStore(config.families))} />
        </div>
        <button type="button" className="button accounts-page">
          {t('frame.page')}
        </button>
      </dialog>
      <DialogFrame families={config.families} />
      <dialog className="sheet requests" popover="manual" aria-label={t('frame.requests')} />
    </>,
  );
  const banner = renderBanner(parts.preview);
  return `<style>${toStyle(config, parts)}</style><div class="shell">${banner}${content}${renderFailed(config)}</div>`;
}

/** What a server sends for an address that the site does not have. */
export function renderMissing(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Not found – ${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>body{margin:0;display:grid;place-content:center;min-height:100vh;gap:8px;text-align:center;font:16px/24px -apple-system,"Segoe UI",Roboto,"Liberation Sans",system-ui,sans-serif}a{color:light-dark(#2c4fc4,#8fa8ff)}h1{margin:0;font-size:24px;line-height:32px}</style>
</head>
<body>
<h1>There is nothing at this address</h1>
<a href="/">Open ${escapeHtml(title)}</a>
</body>
</html>
`;
}

function renderBanner(preview: string | undefined): string {
  return preview === undefined ? '' : renderToString(<p className="preview">{preview}</p>);
}

function toStyle(config: PageConfig, { style, brand, preview }: PageParts): string {
  return `${style}${brand?.style ?? ''}${preview === undefined ? '' : previewStyle}${familyStyle(config)}`;
}

/** The parts of a page that run, and what they show if the host does not start. */
function renderScripts(data: PageData, { handover, ahead = [] }: PageParts) {
  const { config, early, own, trust, application } = data;
  const integrity = own?.integrity[early];
  const source = integrity && `="${escapeHtml(early)}" integrity="${escapeHtml(integrity)}"`;
  // Early, since a browser that receives the page in pieces finds the script element late.
  const preload =
    source && `<link rel="preload" as="script" crossorigin fetchpriority="low" href${source}>\n`;
  // A classic script, since a page may load no module before its import map. The inline script waits for it.
  const script = source && `${openScript} async crossorigin src${source}></script>\n`;
  const packaged = new Set(trust?.pinned.map(({ manifest }) => manifest.remote));
  const signed = config.families.filter(({ remote }) => !packaged.has(remote.name));
  const documents = [...signed.map(({ remote }) => remote.url + liveDocumentName), `/${blocklistName}`];
  const isOfPackages = isPinned(trust);
  const inline = isOfPackages && application ? { ...data, application: withoutMapped(application) } : data;
  // No script of the body precedes the button: at a script, a browser paints before it reads further.
  const check = `${openScript}>${browserCheck}</script>`;
  const files = own && [own.probe, refusedOf(own), ...ahead];
  const requests =
    files && `${openScript}>${toRequestScript(toInlineJson(documents), toInlineJson(files))}</script>`;
  return {
    preload: preload ?? '',
    script: script ?? '',
    requests: requests ?? '',
    check,
    map: isOfPackages ? `${openScript} type="importmap">${toInlineJson(toStaticMap(data))}</script>\n` : '',
    failed: renderFailed(config),
    boot: `${openScript} type="application/json" id="linkspan-page">${toInlineJson(inline)}</script>
${openScript}>${handover}</script>`,
  };
}

/** Without the hashes that only the import map needs: those of scripts of other origins say what the page admits. */
function withoutMapped(application: ApplicationScripts): ApplicationScripts {
  const foreign = Object.entries(application.integrity).filter(([address]) => !address.startsWith('/'));
  return { ...application, integrity: Object.fromEntries(foreign) };
}

/** The import map of a page whose releases all came with it, by paths: a deploy does not know the address of its site. */
function toStaticMap({ config, trust, own, application }: PageData): ImportMap {
  const urls = new Map(config.families.map(({ remote }) => [remote.name, remote.url]));
  const releases = (trust?.pinned ?? []).map(({ id, path, manifest }) => ({
    ...{ id, manifest },
    ...toAddresses(urls.get(manifest.remote) ?? '', path),
  }));
  // Nothing precedes the map, so no module needs another address than its own.
  return toImportMap(releases, own ?? { integrity: {}, probe: '' }, '', application?.integrity);
}

/** What the page shows if the host module did not start. */
function renderFailed(config: PageConfig): string {
  const failed = renderToString(
    <>
      {(['loader/host', 'loader/host-altered'] as const).map((code) => (
        <ShellContext key={code} value={toShell(config, toFailedStore(config, code))}>
          {config.families.slice(0, 1).map((family) => (
            <Card key={family.id} config={family} />
          ))}
        </ShellContext>
      ))}
      <p className="say">{t('page.worker')}</p>
      <button type="button" className="button button-small">
        {t('page.removeWorker')}
      </button>
    </>,
  );
  return `<template data-hint="${escapeHtml(dialogTexts.failed.reload)}">${failed}</template>`;
}

/** Opts out of a tool that would run the page's scripts later and in another order: Cloudflare, "Rocket Loader". */
const openScript = '<script data-cfasync="false"';

/** Hides the elements that need scripts. */
const withoutScript =
  '.bar>button,.lede,.head>button,#app>:not(noscript,.head){display:none}.note{margin:0 0 24px}';

/** Where no script of the page runs, though scripts do, no script can say so: the check of the browser removes this note. */
const lateText =
  'The scripts of this page did not run. Reload it. If this stays, a blocker or a server on the way holds them back: tell the page’s owner.';

/** Shown by the style sheet alone, over everything. */
const lateStyle =
  '.late{position:fixed;inset:auto 16px 16px;z-index:9;margin:0;visibility:hidden;animation:late 0s 10s forwards}@keyframes late{to{visibility:visible}}';

/** A band in a color that the page has nowhere else, which stays in view. */
const previewStyle =
  '.preview{position:sticky;inset-block-start:0;z-index:9;margin:0;padding:12px 16px;background:#7a0058;color:#fff;font-weight:600;text-align:center}';

/** Makes the browser connect to remotes of other origins before any script runs. */
function toConnections({ families }: PageConfig): string {
  const others = families.filter(({ remote }) => !isOwnPath(remote.url));
  const origins = new Set(others.map(({ remote }) => new URL(remote.url).origin));
  return [...origins].map((origin) => `<link rel="preconnect" crossorigin href="${origin}">\n`).join('');
}

/** The style rules of each family's hue and mark: `[data-family="evm"]{--hue:268;--mark:path("M0 0h20z")}`. */
function familyStyle({ families }: PageConfig): string {
  return families
    .map(({ id, mark }) => mark && `[data-family="${id}"]{--hue:${mark.hue};--mark:path("${mark.path}")}`)
    .filter(Boolean)
    .join('');
}

function describe({ families }: PageConfig): string {
  const titles = new Intl.ListFormat('en').format(families.map(({ title }) => title));
  return `Connect wallets of ${titles} side by side.`;
}

/** The shell of an unused page. */
function toShell(config: PageConfig, { view }: Store): Shell {
  const $request = atom<Request>({ state: 'none' });
  return {
    config,
    view,
    request: () => $request,
    activity: atom<readonly Entry[]>([]),
    page: {
      isOffline: atom(false),
      isStorageUnavailable: atom(false),
      retryAt: atom(),
      lastAccounts: () => [],
    },
    hostModule: '',
    commands: {} as Commands,
  };
}

/** The store of a page whose host module did not start. */
function toFailedStore({ families }: PageConfig, code: 'loader/host' | 'loader/host-altered'): Store {
  const store = createStore(families);
  for (const { id } of families)
    store.publishRemote(id, { stage: 'failed', failure: failure(code, {}), step: 'reload' });
  return store;
}

/** JSON in which no text can end its script element: HTML, "Restrictions for contents of script elements". */
function toInlineJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}

/** A text escaped for an element or for an attribute in double quotes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * Replaces the page with a sentence if the browser cannot start it: without import maps, or without HTTPS and so without
 * WebCrypto. In ECMAScript 5, since old browsers cannot parse the inline script. Other missing features show later:
 * `release/uncheckable`, `loader/unenforced`.
 */
export const browserCheck = `(function(s,b,p){p=document.querySelector('.late');if(p)p.parentNode.removeChild(p);if(s&&s.supports&&s.supports('importmap')&&isSecureContext)return;b=document.body;p=document.createElement('p');p.className='note';p.textContent=${JSON.stringify(t('page.browsers'))};b.textContent='';b.appendChild(p);window.stop()})(window.HTMLScriptElement)`;
