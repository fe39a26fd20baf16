import { findNetwork, type Network } from '../network.ts';
import type { WalletCore } from '../wallet-core.ts';
import { switchingFails, unknownNetwork, unsupported } from '../wallet-error.ts';
import type { EvmMethods } from './evm-methods.ts';
import { currentNetwork, parseNetworkId, tellChainId, toChainId } from './evm-network.ts';
import { parseFirst } from './evm-params.ts';

/** The chosen network and its change: EIP-695, EIP-3326, EIP-3085, and `wallet_getCapabilities` of EIP-5792. */
export function networkMethods(core: WalletCore): EvmMethods {
  return {
    eth_chainId: () => core.readSilently(() => tellChainId(core)),
    net_version: () => core.readSilently(() => currentNetwork(core).id.slice('eip155:'.length)),
    wallet_switchEthereumChain: async (params) => {
      const id = parseNetworkId(parseFirst(params).chainId);
      const network = findNetwork(core.known(), id);
      if (!network) throw unknownNetwork(id);
      return switchTo(core, network);
    },
    wallet_addEthereumChain: async (params) => {
      const id = parseNetworkId(parseFirst(params).chainId);
      const network = findNetwork(core.known(), id);
      if (!network) throw unsupported(`adding the network ${id}: it keeps to the practice networks`);
      return switchTo(core, network);
    },
    wallet_getCapabilities: () =>
      core.readSilently(() =>
        Object.fromEntries(
          core.networks.map(({ id }) => [toChainId(id), { atomic: { status: 'unsupported' } }]),
        ),
      ),
  };
}

async function switchTo(core: WalletCore, network: Network): Promise<null> {
  core.assertPresent();
  const current = currentNetwork(core);
  if (current.id === network.id) return null;
  await core.approve({
    title: 'Switch the network',
    facts: [
      { label: 'From', value: current.title },
      { label: 'To', value: network.title },
    ],
  });
  const { networkSwitch } = core.store.get().switches;
  if (networkSwitch === 'fails') throw switchingFails();
  if (networkSwitch !== 'onlySays') core.store.update((state) => ({ ...state, network: network.id }));
  if (networkSwitch === 'failsAfter') throw switchingFails();
  return null;
}
