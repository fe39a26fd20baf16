import type { Emitter } from '../emitter.ts';
import type { WalletCore } from '../wallet-core.ts';
import { toShownAccounts, type WalletState } from '../wallet-state.ts';
import { tellChainId } from './evm-network.ts';
import { tellAccounts } from './tell-accounts.ts';

/** Tells of changed accounts and network, as EIP-1193 has it, whatever changed them. Returns the undoing. */
export function emitChanges(core: WalletCore, emitter: Emitter): () => void {
  return core.store.subscribe((before) => {
    const now = core.store.get();
    const accounts = toShownAccounts(now);
    if (toPlace(before) !== toPlace(now)) emitter.emit('chainChanged', tellChainId(core));
    if (toShownAccounts(before).join() !== accounts.join())
      emitter.emit('accountsChanged', tellAccounts(core, accounts));
  });
}

/** Tells each of the events of EIP-1193 with what does not belong into it. */
export function emitRubbish(emitter: Emitter): void {
  for (const fact of [undefined, null, 42, 'harbour', {}, [null], ['harbour', 42]]) {
    for (const event of ['accountsChanged', 'chainChanged', 'connect', 'message']) emitter.emit(event, fact);
  }
}

function toPlace({ network, switches }: WalletState): string {
  return switches.otherNetworks ? 'elsewhere' : network;
}
