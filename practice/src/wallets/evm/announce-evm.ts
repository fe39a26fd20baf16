import { createEmitter } from '../emitter.ts';
import { toIcon } from '../icon.ts';
import type { WalletCore } from '../wallet-core.ts';
import { gone } from '../wallet-error.ts';
import { emitChanges } from './evm-events.ts';
import type { EvmKey } from './evm-keys.ts';
import { currentNetwork, toChainId } from './evm-network.ts';
import { createEvmProvider } from './evm-provider.ts';

/**
 * Makes an EVM wallet. What it returns announces it as EIP-6963 has it, at once and whenever the page asks;
 * the undoing stops that, since EIP-6963 knows no withdrawal.
 */
export function createEvmAnnouncement(core: WalletCore, keys: readonly EvmKey[]): () => () => void {
  const emitter = createEmitter();
  const detail = Object.freeze({
    info: toInfo(core),
    provider: Object.freeze(createEvmProvider(core, keys, emitter)),
  });
  const { page } = core.platform;
  const announce = () => page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  return () => {
    const stopChanges = emitChanges(core, emitter);
    page.addEventListener('eip6963:requestProvider', announce);
    announce();
    emitter.emit('connect', { chainId: toChainId(currentNetwork(core).id) });
    return () => {
      page.removeEventListener('eip6963:requestProvider', announce);
      stopChanges();
      emitter.emit('disconnect', gone());
    };
  };
}

function toInfo({ id, name, platform }: WalletCore): Readonly<Record<string, string>> {
  const isSecond = id !== 'evm';
  const rdns = isSecond ? 'practice.linkspan.evm.second' : 'practice.linkspan.evm';
  return Object.freeze({ uuid: platform.createUuid(), name, icon: toIcon(isSecond), rdns });
}
