import { createRoot } from 'react-dom/client';
import type { StartHost } from './boot/hand-over.ts';
import { startShell } from './conduct/start.ts';
import { App } from './views/app.tsx';
import './style/later.css';

/**
 * Starts the host on what boot hands over. The prerendered page shows what rests; by now much has happened, so the
 * views replace it rather than hydrate it.
 */
export const start: StartHost = (boot) => {
  const { shell, host } = startShell(boot);
  createRoot(document.getElementById('app') as HTMLElement).render(<App shell={shell} />);
  return host;
};
