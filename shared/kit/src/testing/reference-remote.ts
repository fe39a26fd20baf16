import {
  addressOf,
  failure,
  LinkspanError,
  type Mount,
  networkOf,
  type SendIntent,
} from '@linkspan/contract';
import type { Subject } from '../conformance/subject.ts';
import { createMount } from '../connector.ts';
import { noFiles } from '../no-files.ts';
import type { OpenSession, SettleSend } from '../session.ts';
import { createReferenceDiscover, toAccounts } from './reference-discovery.ts';
import {
  createReferenceWallet,
  type ReferenceProvider,
  type ReferenceTransfer,
  referenceAddresses,
  referenceChain,
} from './reference-wallet.ts';

const symbol = 'REF';
const decimals = 3;

const openReferenceSession: OpenSession<'ref'> = async (approved, port, events) => {
  const provider = approved.provider as ReferenceProvider;
  let network = networkOf(approved.accounts[0]);
  const stop = provider.onChange(() => {
    const addresses = provider.accounts();
    if (addresses.length > 0) events.changed(toAccounts(network, addresses));
    else events.ended(failure('wallet/revoked', { wallet: provider.name }));
  });
  const sign = async (account: SendIntent['account'], message: string) => {
    const signature = await provider.sign(addressOf(account), message);
    return { account, message, scheme: 'x-reference', signature } as const;
  };
  return {
    accounts: approved.accounts,
    capabilities: ['signMessage', 'signIn', 'send', 'switchNetwork', 'switchAccount'],
    async balance(account) {
      return { account, amount: String(provider.balanceOf(addressOf(account))), decimals, symbol };
    },
    async switchNetwork(next) {
      if (!port.networks.some(({ id }) => id === next))
        throw new LinkspanError('wallet/network-unsupported', { wallet: provider.name, network: next });
      await provider.allowSwitch();
      network = next;
      return toAccounts(network, provider.accounts());
    },
    use: () => undefined,
    signMessage: ({ account, text }) => sign(account, text),
    signIn: ({ account, domain, nonce }) => sign(account, `${domain} ${nonce}`),
    async send({ account, to, amount }, { noted }) {
      if (!/^[a-z]+$/.test(to)) throw new LinkspanError('input/recipient', { value: to });
      if (!/^[1-9]\d*$/.test(amount)) throw new LinkspanError('input/amount', { value: amount });
      noted(String(referenceChain.length));
      return { transaction: await provider.send(addressOf(account), to, BigInt(amount)) };
    },
    reread: async () => undefined,
    revoke: async () => provider.disconnect(),
    close: stop,
  };
};

/** A transaction of the reference chain is there at once, and stays. */
const settleReference: SettleSend<'ref'> = async ({ from, to, amount, transaction, note, others }) => {
  const isSame = (one: ReferenceTransfer) =>
    one.from === addressOf(from) &&
    one.to === to &&
    String(one.amount) === amount &&
    !others.includes(one.id);
  const found =
    transaction === undefined
      ? referenceChain.slice(Number(note ?? referenceChain.length)).find(isSame)
      : referenceChain.find(({ id }) => id === transaction);
  return found ? { state: 'landed', transaction: found.id, isFinal: true } : { state: 'unknown' };
};

/** The least remote that does all that a remote must, with the wallet it is for, on a page of its own. */
export function createReferenceSubject(): Subject<'ref'> {
  const page = new EventTarget();
  const network = (reference: string) =>
    ({
      ...{ id: `ref:${reference}` as const, title: reference, symbol, decimals },
      rpc: ['https://reference.example/'],
    }) as const;
  return {
    discover: createReferenceDiscover(page),
    mount: createMount(openReferenceSession, settleReference) satisfies Mount<'ref'>,
    family: 'reference',
    namespace: 'ref',
    networks: [network('one'), network('two')],
    options: {},
    libraries: {},
    files: noFiles('remote-reference'),
    wallet: createReferenceWallet(page),
    recipient: referenceAddresses[1],
    targets: [page],
    patienceMs: 300,
    createStorage() {
      const texts = new Map<string, string>();
      return {
        get: (key) => texts.get(key),
        set: (key, value) => void texts.set(key, value),
        remove: (key) => void texts.delete(key),
      };
    },
  };
}
