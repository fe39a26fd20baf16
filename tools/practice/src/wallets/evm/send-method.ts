import { alterAmount, alterRecipient } from '../alter.ts';
import { toAmount } from '../amount.ts';
import type { Fact } from '../approval.ts';
import type { Network } from '../network.ts';
import { submit } from '../submit.ts';
import type { WalletCore } from '../wallet-core.ts';
import type { EvmKey } from './evm-keys.ts';
import type { EvmMethods } from './evm-methods.ts';
import { currentNetwork } from './evm-network.ts';
import { parseFirst } from './evm-params.ts';
import { findEvmSigner } from './evm-signer.ts';
import { type EvmTransaction, parseEvmTransaction } from './evm-transaction.ts';
import { fillTransaction } from './fill-transaction.ts';

/** `eth_sendTransaction`: signs by the account's key and answers with the transaction's hash. */
export function sendMethod(core: WalletCore, keys: readonly EvmKey[]): EvmMethods {
  return {
    eth_sendTransaction: async (params) => {
      const network = currentNetwork(core);
      const asked = parseEvmTransaction(parseFirst(params), network.id);
      const { name, account } = findEvmSigner(core, keys, asked.from);
      await core.approve({ title: 'Send a transaction', facts: toFacts(asked, network, name) });
      const rpc = core.rpc(network);
      const hash = await submit(core, async () => {
        const altered = toAltered(core, keys, asked);
        const signed = await account.signTransaction(await fillTransaction(altered, network.id, rpc));
        return rpc('eth_sendRawTransaction', [signed]);
      });
      return core.store.get().switches.otherSignatureForm ? { hash } : hash;
    },
  };
}

function toAltered(core: WalletCore, keys: readonly EvmKey[], asked: EvmTransaction): EvmTransaction {
  const { from, to } = asked;
  const own = keys.map(({ address }) => address);
  const recipient = to && alterRecipient(core, { from, to }, own);
  return { ...asked, to: recipient, value: alterAmount(core, asked.value) };
}

function toFacts({ to, value, data, from }: EvmTransaction, network: Network, name: string): readonly Fact[] {
  const facts: Fact[] = [
    { label: 'Amount', value: toAmount(value, network) },
    { label: 'To', value: to ?? 'A new contract' },
    { label: 'From', value: `${name}, ${from}` },
    { label: 'Network', value: network.title },
  ];
  if (data === undefined || data === '0x') return facts;
  return [...facts, { label: 'Data', value: `${data.slice(0, 10)}, ${(data.length - 2) / 2} bytes` }];
}
