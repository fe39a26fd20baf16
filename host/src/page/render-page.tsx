import { failure } from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { atom } from 'nanostores';
import { renderToString } from 'react-dom/server';
import { failedTemplateId } from '../boot/show-failed.ts';
import type { PageConfig } from '../config.ts';
import type { Activity, Commands, Request, Shell } from '../shell.ts';
import { familyStyle } from '../style/family-style.ts';
import { App } from '../views/app.tsx';
import { PageFrame } from '../views/page-frame.tsx';
import type { PageData } from './page-data.ts';

/** What a page is made of beside its data. */
export interface PageParts {
  /** CSS, written into the page. */
  readonly style: string;
  /** The inline script. */
  readonly boot: string;
  /** Put before everything else in the head; the development server's own scripts. */
  readonly head?: string;
}

/** The whole page as HTML: everything that a person sees first, in one answer of the server. */
export function renderPage(data: PageData, { style, boot, head = '' }: PageParts): string {
  const { config } = data;
  const body = renderToString(
    <PageFrame config={config}>
      <App shell={toShell(config, createStore(config.families))} />
    </PageFrame>,
  );
  const failed = renderToString(<App shell={toShell(config, toFailedStore(config))} />);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(describe(config))}">
<title>${escapeHtml(config.title)}</title>
<link rel="icon" href="data:,">
${head}<style>${style}${familyStyle(config)}</style>
</head>
<body>
${body}
<template id="${failedTemplateId}">${failed}</template>
<script type="application/json" id="linkspan-page">${toInlineJson(data)}</script>
<script>${boot}</script>
</body>
</html>
`;
}

function describe({ families }: PageConfig): string {
  const titles = new Intl.ListFormat('en').format(families.map(({ title }) => title));
  return `Connect wallets of ${titles} side by side.`;
}

/** The shell of a page that nobody has used yet: nothing asked, nothing done. */
function toShell(config: PageConfig, { view }: Store): Shell {
  const $request = atom<Request>({ state: 'none' });
  return {
    config,
    view,
    request: () => $request,
    activity: atom<readonly Activity[]>([]),
    commands: {} as Commands,
  };
}

/** What the store says where the host module did not start, as boot publishes it. */
function toFailedStore({ families }: PageConfig): Store {
  const store = createStore(families);
  for (const { id } of families)
    store.publishRemote(id, { stage: 'failed', failure: failure('loader/host', {}), mend: 'reload' });
  return store;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** JSON that no text in it can end the script element of: HTML, "Restrictions for contents of script elements". */
function toInlineJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
