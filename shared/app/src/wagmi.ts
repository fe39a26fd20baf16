import { LinkspanError } from '@linkspan/contract';
import { type CreateConnectorFn, createConnector } from '@wagmi/core';
import { type Address, type Chain, defineChain, getAddress, http, type Transport } from 'viem';
import { type EvmProvider, EvmProviderError, getProvider, toChainId } from './evm.ts';
import { findFamily, getOpened, untilRestored } from './linkspan.ts';

/**
 * The connector of the page's Ethereum wallet for wagmi's configuration: the only one, with
 * `multiInjectedProviderDiscovery: false`. `connect` opens the dialog of wallets; wagmi's `reconnect` takes what the shell has
 * restored.
 */
export function linkspan(): CreateConnectorFn<EvmProvider> {
  return createConnector<EvmProvider>(({ emitter }) => {
    const provider = getProvider();
    const onAccounts = (accounts: readonly string[]) => {
      if (accounts.length > 0) emitter.emit('change', { accounts: accounts.map((one) => getAddress(one)) });
    };
    const onChain = (chainId: string) => emitter.emit('change', { chainId: Number(chainId) });
    // wagmi ends a connection that it disconnects itself.
    let isLeaving = false;
    const onEnd = () => {
      if (!isLeaving) emitter.emit('disconnect');
    };
    /** A person has connected by the shell's own button; wagmi listens only while it is not connected. */
    const onConnect = ({ chainId }: { readonly chainId: string }) => {
      void readAccounts('eth_accounts').then((accounts) => {
        if (accounts.length > 0) emitter.emit('connect', { accounts, chainId: Number(chainId) });
      });
    };
    const readAccounts = async (method: string): Promise<readonly Address[]> => {
      const accounts: readonly Address[] = await provider.request({ method });
      return accounts.map((one) => getAddress(one));
    };
    const readChain = async () => Number(await provider.request({ method: 'eth_chainId' }));

    return {
      id: 'linkspan',
      name: 'Linkspan',
      type: 'linkspan',
      async setup() {
        provider.on('connect', onConnect);
        provider.on('accountsChanged', onAccounts);
        provider.on('chainChanged', onChain);
        provider.on('disconnect', onEnd);
      },
      async connect({ chainId, isReconnecting, withCapabilities } = {}) {
        if (isReconnecting) await untilRestored('eip155');
        const accounts = await readAccounts(isReconnecting ? 'eth_accounts' : 'eth_requestAccounts');
        if (accounts.length === 0) throw new EvmProviderError(new LinkspanError('wallet/not-connected', {}));
        if (chainId !== undefined && chainId !== (await readChain()))
          await this.switchChain?.({ chainId }).catch(() => undefined);
        const all = withCapabilities ? accounts.map((address) => ({ address, capabilities: {} })) : accounts;
        return { accounts: all as never, chainId: await readChain() };
      },
      async disconnect() {
        const family = findFamily('eip155');
        isLeaving = true;
        try {
          if (family) await getOpened().linkspan.disconnect(family.id);
        } finally {
          isLeaving = false;
        }
      },
      getAccounts: () => readAccounts('eth_accounts'),
      getChainId: readChain,
      getProvider: async () => provider,
      async isAuthorized() {
        await untilRestored('eip155');
        return (await readAccounts('eth_accounts')).length > 0;
      },
      async switchChain({ chainId }) {
        const params = [{ chainId: `0x${chainId.toString(16)}` }];
        await provider.request({ method: 'wallet_switchEthereumChain', params });
        const chain = linkspanChains().find(({ id }) => id === chainId);
        if (chain === undefined) throw new Error(`The page has no chain ${chainId}.`);
        return chain;
      },
      onAccountsChanged: onAccounts,
      onChainChanged: onChain,
      onDisconnect: onEnd,
    };
  });
}

/** The page's Ethereum networks, as viem and wagmi have them. Throws `Error` on a page without that family. */
export function linkspanChains(): readonly [Chain, ...Chain[]] {
  const family = findFamily('eip155');
  const [first, ...rest] = (family?.networks ?? []).map(
    ({ id, title, rpc, symbol, decimals, explorer, isTest }) =>
      defineChain({
        id: toChainId(id),
        name: title,
        nativeCurrency: { name: symbol, symbol, decimals },
        rpcUrls: { default: { http: rpc } },
        ...(isTest && { testnet: true }),
        ...(explorer && {
          blockExplorers: { default: { name: new URL(explorer).host, url: new URL(explorer).origin } },
        }),
      }),
  );
  if (first === undefined) throw new Error('The page has no Ethereum networks.');
  return [first, ...rest];
}

/** A transport for each of them, to the page's own nodes. */
export function linkspanTransports(): Readonly<Record<number, Transport>> {
  return Object.fromEntries(linkspanChains().map((chain) => [chain.id, http(chain.rpcUrls.default.http[0])]));
}
