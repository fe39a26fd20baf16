/** What is used of the connection to the relay, as WalletConnect's library has it. */
interface Relayer {
  readonly connected: boolean;
  /** Does nothing while there is neither a session nor a proposal. */
  transportOpen(): Promise<void>;
}

/**
 * Opens the connection to the relay again when the person comes back to the page, until the signal aborts: a phone closes it
 * while the wallet's app is in front, and what the wallet answers waits at the relay. The library itself looks every five
 * seconds, and no more once the relay has closed the connection with code 3000.
 */
export function reopenWhenSeen(relayer: Relayer, signal: AbortSignal): void {
  const reopen = () => {
    if (document.visibilityState === 'visible' && !relayer.connected)
      relayer.transportOpen().catch(() => undefined);
  };
  window.addEventListener('visibilitychange', reopen, { signal });
}
