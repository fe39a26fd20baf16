// An application as one would write it, and programs that must not compile. `tsc` checks this file; nothing runs it.
import type { TransactionSigner } from '@solana/kit';
import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base';
import { createConfig } from '@wagmi/core';
import { useState } from 'react';
import { createWalletClient, custom, parseAbi } from 'viem';
import { describeContracts, getProvider } from './evm.ts';
import { type ConnectionView, getLinkspan, LinkspanError, rpcCodeOf, withSummary } from './index.ts';
import { getWallet as getNearWallet, getProvider as getNodes, type NearAction } from './near.ts';
import { ConnectButton, useAccounts, useBalance, useConnection } from './react.ts';
import { getWallet } from './solana.ts';
import { getSigner } from './solana-kit.ts';
import { createFakeLinkspan } from './testing.ts';
import { linkspan, linkspanChains, linkspanTransports } from './wagmi.ts';

export const config = createConfig({
  chains: linkspanChains(),
  connectors: [linkspan()],
  multiInjectedProviderDiscovery: false,
  transports: linkspanTransports(),
});

export const client = createWalletClient({ chain: linkspanChains()[0], transport: custom(getProvider()) });

export function Tip({ to }: { readonly to: string }) {
  const connection = useConnection('evm');
  const balance = useBalance('evm');
  const [said, setSaid] = useState('');
  if (connection.status !== 'connected') return <ConnectButton />;
  const tip = async () => {
    try {
      const { transaction } = await getLinkspan().send('evm', { to, amount: 10n ** 15n });
      setSaid(transaction);
    } catch (error) {
      setSaid(error instanceof LinkspanError && rpcCodeOf(error) === 4001 ? 'Not now' : String(error));
    }
  };
  return (
    <main>
      <p>
        {connection.address} on {connection.network}: {String(balance?.amount ?? 0n)}
      </p>
      <button type="button" onClick={tip}>
        Tip
      </button>
      <output>{said}</output>
      <linkspan-connect class="wide" />
      <linkspan-accounts id="accounts" />
      <linkspan-shell onFocus={() => setSaid('')} />
    </main>
  );
}

export function Addresses() {
  return <p>{useAccounts().map(({ family, address }) => `${family} ${address}`)}</p>;
}

/** Every state that a connection can have has what an application needs. */
export function say(connection: ConnectionView): string {
  switch (connection.status) {
    case 'disconnected':
      return connection.failure?.code ?? '';
    case 'connecting':
      return connection.wallet.name;
    case 'connected':
    case 'reconnecting':
      return connection.accounts[0];
  }
}

export async function raiseFee(fee: string): Promise<string> {
  const [account] = await getNearWallet().getAccounts();
  const now = await getNodes().callFunction({ contractId: 'ferry.near', method: 'get_fee' });
  const args = { fee, before: now };
  const { transaction } = await getNearWallet().signAndSendTransaction({
    ...(account && { signerId: account.accountId }),
    receiverId: 'ferry.near',
    actions: [
      { type: 'FunctionCall', params: { methodName: 'set_fee', args, gas: '30000000000000', deposit: 1n } },
    ],
  });
  return transaction.hash;
}

describeContracts(parseAbi(['constructor()', 'function setFare(uint256 fare)']));
describeContracts([{ type: 'function', name: 'setFare', inputs: [] }, { type: 'receive' }]);
export const raised: Promise<string> = withSummary('Raise the fare to 7', () => raiseFee('7'));

// @ts-expect-error a summary that is no text
void withSummary(7, () => raiseFee('7'));
// @ts-expect-error a signature in place of an ABI
describeContracts(['function setFare(uint256 fare)']);
// @ts-expect-error an action that the page passes to no wallet
export const deletion: NearAction = { type: 'DeleteKey', params: { publicKey: 'ed25519:a' } };
// @ts-expect-error a call without gas
export const call: NearAction = { functionCall: { methodName: 'a', args: {}, deposit: 0n } };
// @ts-expect-error an amount as a number
void getLinkspan().send('evm', { to: '0xb', amount: 1 });
// @ts-expect-error an amount as a text
void getLinkspan().send('evm', { to: '0xb', amount: '1' });
// @ts-expect-error a network that is no CAIP-2 id
void getLinkspan().switchNetwork('evm', 31337);
// @ts-expect-error a sign-in without a nonce
void getLinkspan().signSignInMessage('evm', { statement: 'Sign in' });
// @ts-expect-error a view that there is none of
getLinkspan().open({ view: 'settings' });
// @ts-expect-error an address that may be missing
export const address: string = getLinkspan().family('evm').$connection.get().address;
// @ts-expect-error the facts are for reading
getLinkspan().family('evm').$connection.set({ status: 'disconnected' });
// @ts-expect-error a family without networks
createFakeLinkspan([{ id: 'evm', title: 'Ethereum', namespace: 'eip155', networks: [] }]);
// A wallet for libraries of the Wallet Standard, and a signer for kit.
export const adapter = new StandardWalletAdapter({ wallet: getWallet() });
export const feePayer: TransactionSigner = getSigner();
const bytes = { account: { address: '' }, transaction: '' };
// @ts-expect-error a transaction that is no bytes
void getWallet().features['solana:signTransaction'].signTransaction(bytes);
// @ts-expect-error an event that EIP-1193 does not have
getProvider().on('close', () => undefined);
// @ts-expect-error an element that there is none of
export const unknown = <linkspan-unknown />;
