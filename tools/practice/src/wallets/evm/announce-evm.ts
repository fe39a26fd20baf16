import { createAnnouncement, type MakeAnnounced } from '../announcement.ts';
import { toClaims } from '../claims.ts';
import { createEmitter, type Emitter } from '../emitter.ts';
import type { WalletCore } from '../wallet-core.ts';
import { gone } from '../wallet-error.ts';
import { emitChanges, emitRubbish } from './evm-events.ts';
import type { EvmKey } from './evm-keys.ts';
import { tellChainId } from './evm-network.ts';
import { createEvmProvider } from './evm-provider.ts';

/**
 * Makes an EVM wallet. What it returns announces it as EIP-6963 has it, at once and whenever the page asks;
 * the undoing stops that, since EIP-6963 knows no withdrawal.
 */
export function createEvmAnnouncement(core: WalletCore, keys: readonly EvmKey[]): () => () => void {
  const { page } = core.platform;
  const make: MakeAnnounced = (life, times) => {
    const emitter = createEmitter();
    const provider = Object.freeze(createEvmProvider(core, keys, { emitter, life }));
    const detail = Object.freeze({ info: toInfo(core), provider });
    const announce = () => {
      for (let time = 0; time < times; time++) dispatch(page, detail);
    };
    return () => {
      const stops = [emitChanges(core, emitter), followRubbish(core, emitter)];
      const end = () => {
        for (const stop of stops.splice(0)) stop();
        emitter.emit('disconnect', gone());
      };
      life.onEnd(end);
      page.addEventListener('eip6963:requestProvider', announce);
      announce();
      emitter.emit('connect', { chainId: tellChainId(core) });
      return () => {
        page.removeEventListener('eip6963:requestProvider', announce);
        if (!life.isOver()) end();
      };
    };
  };
  return createAnnouncement(core, make);
}

/** On the command, tells what are no events and announces what are no wallets. */
function followRubbish({ commands, platform }: WalletCore, emitter: Emitter): () => void {
  const tell = () => {
    emitRubbish(emitter);
    const halves = [null, 42, {}, { info: null, provider: null }, { info: { rdns: 7 }, provider: {} }];
    for (const detail of halves) dispatch(platform.page, detail);
  };
  commands.on('rubbish', tell);
  return () => commands.off('rubbish', tell);
}

function dispatch(page: EventTarget, detail: unknown): void {
  page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
}

function toInfo(core: WalletCore): Readonly<Record<string, string>> {
  const { identity, name, icon } = toClaims(core);
  return Object.freeze({ uuid: core.platform.createUuid(), name, icon, rdns: identity });
}
