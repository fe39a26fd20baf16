import { assistDialog } from '../ui/dialog/assist-dialog.ts';
import type { StartHost } from './hand-over.ts';
import { startShell } from './start-shell.ts';

/**
 * Starts the host on what the early script hands over. What runs on React comes beside it, so that a wallet is connected
 * without waiting for what shows it; what is shared comes first, since a wallet that is being connected waits for it.
 */
export const start: StartHost = (handover) => {
  const loadOffered = () => import('../loader/libraries.ts');
  let loadingShared: Promise<unknown> | undefined;
  const { shell, host } = startShell(handover, async () => {
    const loading = loadOffered();
    loadingShared = loading;
    return (await loading).offered;
  });
  const element = document.getElementById('connect') as HTMLDialogElement;
  assistDialog({ element, view: shell.view, setSearch: handover.setSearch });
  return {
    ...host,
    async show() {
      await loadingShared;
      // Beside the views, which import it: a browser would learn of it only when it has them.
      const [{ refuseMisconfigured, showViews }] = await Promise.all([import('./lazy.ts'), loadOffered()]);
      for (const slot of handover.slots.values()) refuseMisconfigured(slot, handover.store);
      showViews(shell);
    },
  };
};
