import { connectUnasked, type WalletCore } from './wallet-core.ts';

/**
 * Announces a wallet by `open` whenever its switches let it be there, and withdraws it by the undoing that
 * `open` returned when they no longer do. One that is to count as connected though nobody asked does so then, and
 * when it is told to. Returns its own undoing.
 */
export function keepPresence(core: WalletCore, open: () => () => void): () => void {
  let close: (() => void) | undefined;
  let isReady = false;
  let isOver = false;
  let wasUnasked = false;
  const connect = () => {
    const isUnasked = close !== undefined && core.store.get().switches.connectsUnasked;
    const isNew = isUnasked && !wasUnasked;
    wasUnasked = isUnasked;
    if (isNew) connectUnasked(core);
  };
  const follow = () => {
    turn();
    connect();
  };
  const turn = () => {
    const wanted = isReady && !isOver && core.isPresent();
    if (wanted === (close !== undefined)) return;
    const closeNow = close;
    close = wanted ? open() : undefined;
    closeNow?.();
  };
  const stop = core.watch(follow);
  const start = () => {
    isReady = true;
    follow();
  };
  const { announcesLateMs } = core.store.get().switches;
  if (announcesLateMs > 0) void core.platform.wait(announcesLateMs).then(start);
  else start();
  return () => {
    isOver = true;
    stop();
    follow();
  };
}
