import { hydrateRoot } from 'react-dom/client';
import type { StartHost } from './boot/hand-over.ts';
import { startShell } from './conduct/start.ts';
import { App } from './views/app.tsx';

/** Starts the host on what boot hands over: the views on the prerendered page, and the loading of connectors. */
export const start: StartHost = (boot) => {
  const { shell, host } = startShell(boot);
  hydrateRoot(document.getElementById('app') as HTMLElement, <App shell={shell} />);
  return host;
};
