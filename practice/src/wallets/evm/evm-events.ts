import type { Emitter } from '../emitter.ts';
import type { WalletCore } from '../wallet-core.ts';
import { toShownAccounts } from '../wallet-state.ts';
import { currentNetwork, toChainId } from './evm-network.ts';

/** Tells of changed accounts and network, as EIP-1193 has it, whatever changed them. Returns the undoing. */
export function emitChanges(core: WalletCore, emitter: Emitter): () => void {
  return core.store.subscribe((before) => {
    const now = core.store.get();
    const accounts = toShownAccounts(now);
    if (before.network !== now.network) emitter.emit('chainChanged', toChainId(currentNetwork(core).id));
    if (toShownAccounts(before).join() !== accounts.join()) emitter.emit('accountsChanged', accounts);
  });
}
