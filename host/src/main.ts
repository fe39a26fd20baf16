import type { StartHost } from './boot/hand-over.ts';
import { startShell } from './conduct/start.ts';
import './style/later.css';

/**
 * Starts the host on what the lobby hands over. What runs on React comes beside it, so that a wallet is connected
 * without waiting for what shows it; what is lent comes first, where a wallet that is being connected waits for it.
 */
export const start: StartHost = (boot) => {
  const loadOffered = () => import('./loader/offered.ts');
  let lending: Promise<unknown> | undefined;
  const { shell, host } = startShell(boot, async () => {
    const loading = loadOffered();
    lending = loading;
    return (await loading).offered;
  });
  return {
    host,
    async show() {
      await lending;
      // Beside the views, which import it: a browser would learn of it only when it has them.
      const [{ refuseMisconfigured, showViews }] = await Promise.all([import('./later.ts'), loadOffered()]);
      for (const berth of boot.berths.values()) refuseMisconfigured(berth, boot.store);
      showViews(shell);
    },
  };
};
