import { LinkspanError } from '@linkspan/contract';
import { raceRequest } from '@linkspan/kit/race';

/** Below the ports on which wallet apps listen. */
const address = 'ws://localhost:49151';

/**
 * Has the browser ask whether the page may reach apps on this device, if it has yet to ask: later its question would be
 * behind the app (Local Network Access). Rejects with `wallet/failed` if the person has refused, and `wallet/cancelled`.
 */
export async function allowLoopback(wallet: string, signal: AbortSignal): Promise<void> {
  const name = 'loopback-network' as PermissionName;
  // A browser without this permission does not know its name.
  const status = await navigator.permissions?.query({ name }).catch(() => undefined);
  if (status?.state === 'prompt') await raceRequest(wallet, signal, () => knock(signal));
  if (status?.state !== 'denied') return;
  const detail = 'the browser does not let this page reach apps on this device, which its settings can allow';
  throw new LinkspanError('wallet/failed', { wallet, detail });
}

/** Nobody listens there: it ends when the person has answered, or at once if the browser does not ask. */
function knock(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address);
    const end = () => {
      socket.close();
      resolve();
    };
    for (const event of ['open', 'error']) socket.addEventListener(event, end);
    signal.addEventListener('abort', end, { once: true });
  });
}
