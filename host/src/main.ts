import type { StartHost } from './boot/hand-over.ts';
import { startShell } from './conduct/start.ts';
import './style/later.css';

/**
 * Starts the host on what the lobby hands over. What runs on React comes beside it, so that a wallet is connected
 * without waiting for what shows it.
 */
export const start: StartHost = (boot) => {
  const later = () => import('./later.ts');
  const { shell, host } = startShell(boot, async () => (await later()).offered);
  return { host, show: async () => (await later()).showViews(shell) };
};
