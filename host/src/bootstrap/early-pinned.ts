import * as application from './application.ts';
import { enterApplication } from './enter-application.ts';
import { takePage } from './load-shell.ts';
import { toPinnedPage } from './pinned-page.ts';
import { startPage } from './run-page.ts';

// The shell beside an application whose releases all came with its page. The deploy puts the shell's markup before this script.

const scope = globalThis as { linkspanMarkup?: string };
const { linkspanMarkup: markup = '' } = scope;
delete scope.linkspanMarkup;

takePage(({ data, trust, offer }) => {
  const template = document.createElement('template');
  template.innerHTML = trust.toMarkup(markup);
  const kind = {
    ...toPinnedPage(() => trust),
    loadEarlyScript: async () => enterApplication,
    // The application's scripts are in its HTML, and have started.
    application: { ...application, offerShell: () => offer, startApplication: async () => undefined },
  };
  startPage(kind, { data, template }, document.body);
});
