import type { StartHost } from './hand-over.ts';
import { startShell } from './start-shell.ts';
import '../ui/styles/lazy.css';

/**
 * Starts the host on what the lobby hands over. What runs on React comes beside it, so that a wallet is connected
 * without waiting for what shows it; what is lent comes first, where a wallet that is being connected waits for it.
 */
export const start: StartHost = (boot) => {
  const loadOffered = () => import('../loader/libraries.ts');
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
      const [{ refuseMisconfigured, showViews }] = await Promise.all([import('./lazy.ts'), loadOffered()]);
      for (const berth of boot.berths.values()) refuseMisconfigured(berth, boot.store);
      showViews(shell);
    },
  };
};
