import type { Platform } from './platform.ts';
import type { WalletStore } from './wallet-store.ts';

/** What decides whether a wallet is there. */
export interface PresenceParts {
  readonly store: WalletStore;
  /** The store of the family's first wallet, for a second one. */
  readonly first: WalletStore | undefined;
  readonly platform: Platform;
}

/** Whether the switches let a wallet be there. */
export function isPresent({ store, first }: Omit<PresenceParts, 'platform'>): boolean {
  return !store.get().switches.disappears && (first === undefined || first.get().switches.secondWallet);
}

/**
 * Announces a wallet by `open` whenever the switches let it be there, and withdraws it by the undoing that
 * `open` returned when they no longer do. Returns its own undoing.
 */
export function keepPresence(parts: PresenceParts, open: () => () => void): () => void {
  let close: (() => void) | undefined;
  let isReady = false;
  let isOver = false;
  const follow = () => {
    const wanted = isReady && !isOver && isPresent(parts);
    if (wanted === (close !== undefined)) return;
    const closeNow = close;
    close = wanted ? open() : undefined;
    closeNow?.();
  };
  const stops = [parts.store.subscribe(follow), parts.first?.subscribe(follow)];
  const start = () => {
    isReady = true;
    follow();
  };
  const { announcesLateMs } = parts.store.get().switches;
  if (announcesLateMs > 0) void parts.platform.wait(announcesLateMs).then(start);
  else start();
  return () => {
    isOver = true;
    for (const stop of stops) stop?.();
    follow();
  };
}
