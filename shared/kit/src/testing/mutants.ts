import {
  type Approved,
  type AttemptOptions,
  type Discovery,
  type DiscoveryPort,
  type Handle,
  type Lease,
  LinkspanError,
  type Port,
} from '@linkspan/contract';
import type { Subject } from '../conformance/subject.ts';
import { hearReferenceWallets, type ReferenceProvider } from './reference-wallet.ts';

type Reference = Subject<'ref'>;

/** A remote that does one thing wrong, and the sentence of the case that must say so. */
export interface Mutant {
  readonly name: string;
  readonly caughtBy: string;
  of(subject: Reference): Reference;
}

/** Each mutant changes the reference remote in one place. */
export const mutants: readonly Mutant[] = [
  {
    name: 'asks the wallet while it lists',
    caughtBy: 'lists an installed wallet without asking anyone',
    of: (subject) =>
      discovering(subject, (discovery, { signal }) => {
        const page = subject.targets[0] as EventTarget;
        hearReferenceWallets(page, signal, (provider) => void provider.connect());
        return discovery;
      }),
  },
  {
    name: 'lists a wallet twice',
    caughtBy: 'publishes only lists that are sound',
    of: (subject) =>
      discovering(subject, (discovery, { publish }) => {
        const one = { id: 'twice', name: 'Twice', reach: 'installed' } as const;
        try {
          publish([one, one]);
        } catch {
          // Refused, and carried on: the host has seen it.
        }
        return discovery;
      }),
  },
  {
    name: 'restores by asking',
    caughtBy: 'restores nothing where the wallet grants nothing, and asks no one',
    of: (subject) =>
      discovering(subject, (discovery) => ({
        ...discovery,
        restore: (id, options) => discovery.attempt(id, loud(options)),
      })),
  },
  {
    name: 'restores nothing',
    caughtBy: 'restores without a prompt what the wallet still grants',
    of: (subject) => discovering(subject, (discovery) => ({ ...discovery, restore: async () => undefined })),
  },
  {
    name: 'restores without a word a wallet that is not here',
    caughtBy: 'rejects with wallet/absent the restoring of a wallet that is not here',
    of: (subject) =>
      discovering(subject, (discovery) => ({
        ...discovery,
        restore: (id, options) => discovery.restore(id, options).catch(() => undefined),
      })),
  },
  {
    name: 'asks once more in adopt',
    caughtBy: 'asks once for an approval, and never when it adopts it',
    of: (subject) =>
      handling(subject, (handle) => ({
        async adopt(approved, lease) {
          await (approved.provider as ReferenceProvider).sign('alder', 'again');
          return handle.adopt(approved, lease);
        },
      })),
  },
  {
    name: 'approves with an account of another namespace',
    caughtBy: 'approves with accounts of its own namespace, all on one network of the page',
    of: (subject) => approving(subject, { accounts: ['other:one:alder'] as never }),
  },
  {
    name: 'forgets which attempt it is',
    caughtBy: 'approves with accounts of its own namespace, all on one network of the page',
    of: (subject) => approving(subject, { attempt: 'another' }),
  },
  {
    name: 'does not say that it asks',
    caughtBy: 'says that the wallet is being asked',
    of: (subject) => attempting(subject, { onProgress: () => undefined }),
  },
  {
    name: 'rejects without a code',
    caughtBy: 'rejects with wallet/rejected where the person rejects',
    of: (subject) =>
      discovering(subject, (discovery) => ({
        ...discovery,
        attempt: (id, options) =>
          discovery.attempt(id, options).catch(() => {
            throw new Error('rejected');
          }),
      })),
  },
  {
    name: 'gives up after a rejection',
    caughtBy: 'can be tried again after a rejection',
    of: (subject) =>
      discovering(subject, (discovery) => {
        let first: Promise<Approved<'ref'>> | undefined;
        return {
          ...discovery,
          attempt(id, options) {
            first ??= discovery.attempt(id, options);
            return first;
          },
        };
      }),
  },
  {
    name: 'calls an absent wallet failed',
    caughtBy: 'rejects with wallet/absent an attempt at a wallet that is not here',
    of: (subject) =>
      discovering(subject, (discovery) => ({
        ...discovery,
        attempt: (id, options) =>
          discovery.attempt(id, options).catch((cause: unknown) => {
            throw new LinkspanError('wallet/failed', { wallet: id, detail: '' }, { cause });
          }),
      })),
  },
  {
    name: 'cuts a prompt off at the deadline',
    caughtBy: 'waits on past the deadline, and takes the approval that comes then',
    of: (subject) =>
      discovering(subject, (discovery) => ({
        ...discovery,
        attempt: (id, options) =>
          discovery.attempt(id, {
            ...options,
            signal: AbortSignal.any([options.signal, AbortSignal.timeout(options.deadlineMs)]),
          }),
      })),
  },
  {
    name: 'is deaf to a cancel',
    caughtBy: 'ends a cancelled attempt at once with wallet/cancelled',
    of: (subject) => attempting(subject, { signal: new AbortController().signal }),
  },
  {
    name: 'forgets to undo a late approval',
    caughtBy: 'undoes an approval that comes after the cancel',
    of: (subject) => attempting(subject, { mayUndo: () => false }),
  },
  {
    name: 'undoes what a newer attempt stands on',
    caughtBy: 'leaves an approval that comes after the cancel where something newer stands',
    of: (subject) => attempting(subject, { mayUndo: () => true }),
  },
  {
    name: 'takes no cancel once it has an approval',
    caughtBy: 'gives an approval back that is cancelled while it is adopted',
    of: (subject) =>
      discovering(subject, (discovery) => ({
        ...discovery,
        async attempt(id, options) {
          const own = new AbortController();
          const pass = () => own.abort();
          options.signal.addEventListener('abort', pass);
          const approved = await discovery.attempt(id, { ...options, signal: own.signal });
          options.signal.removeEventListener('abort', pass);
          return approved;
        },
      })),
  },
  {
    name: 'gives back what a newer attempt stands on',
    caughtBy: 'keeps an approval that is cancelled while it is adopted where something newer stands',
    of: (subject) => attempting(subject, { mayUndo: () => true }),
  },
  {
    name: 'adopts and publishes nothing',
    caughtBy: 'publishes connected with the approved wallet, its accounts and what it can do',
    of: (subject) => handling(subject, () => ({ adopt: async () => undefined })),
  },
  {
    name: 'declares nothing that it can do',
    caughtBy: 'publishes connected with the approved wallet, its accounts and what it can do',
    of: (subject) =>
      leasing(subject, (lease) => ({
        publishConnection: (connection) =>
          lease.publishConnection(
            connection.status === 'connected' ? { ...connection, capabilities: [] } : connection,
          ),
      })),
  },
  {
    name: 'adopts in the order of its own',
    caughtBy: 'takes the account that comes first in the approval into use',
    of: (subject) =>
      handling(subject, (handle) => ({
        adopt: (approved, lease) => {
          const [first, ...rest] = [...approved.accounts].sort();
          return handle.adopt({ ...approved, accounts: first ? [first, ...rest] : approved.accounts }, lease);
        },
      })),
  },
  {
    name: 'never tells the balance',
    caughtBy: 'publishes the balance of the account in use',
    of: (subject) => leasing(subject, () => ({ publishBalance: () => undefined })),
  },
  {
    name: 'tells the balance in a unit of its own',
    caughtBy: 'publishes the balance of the account in use',
    of: (subject) =>
      leasing(subject, (lease) => ({
        publishBalance: (balance) => lease.publishBalance({ ...balance, decimals: 18 }),
      })),
  },
  {
    name: 'is deaf to its wallet',
    caughtBy: 'follows the account that is taken into use inside the wallet',
    of: deafly,
  },
  {
    name: 'is deaf to the end of the connection',
    caughtBy: 'says that the wallet shows no account, and why as far as it tells',
    of: deafly,
  },
  {
    name: 'gives no reason for the end of the connection',
    caughtBy: 'says that the wallet shows no account, and why as far as it tells',
    of: (subject) =>
      leasing(subject, (lease) => ({
        publishConnection: (connection) =>
          lease.publishConnection(
            connection.status === 'disconnected' ? { status: 'disconnected' } : connection,
          ),
      })),
  },
  {
    name: 'drops the old connection before it adopts a new one',
    caughtBy: 'leaves the old connection where an adoption fails',
    of: (subject) =>
      handling(subject, (handle) => {
        let before: Lease<'ref'> | undefined;
        return {
          async adopt(approved, lease) {
            before?.publishConnection({ status: 'disconnected' });
            before = lease;
            return handle.adopt(approved, lease);
          },
        };
      }),
  },
  {
    name: 'keeps the permission when it disconnects',
    caughtBy: 'publishes disconnected, and gives the permission back',
    of: (subject) =>
      handling(subject, (handle) => {
        let own: Lease<'ref'> | undefined;
        return {
          adopt(approved, lease) {
            own = lease;
            return handle.adopt(approved, lease);
          },
          async disconnect() {
            handle.unmount();
            own?.publishConnection({ status: 'disconnected' });
          },
        };
      }),
  },
  {
    name: 'comes back after a disconnect',
    caughtBy: 'restores nothing after a disconnect, and asks no one',
    of: (subject) =>
      discovering(subject, (discovery) => {
        let last: Approved<'ref'> | undefined;
        return {
          ...discovery,
          async attempt(id, options) {
            last = await discovery.attempt(id, options);
            return last;
          },
          restore: async () => last,
        };
      }),
  },
  {
    name: 'goes on publishing after a disconnect',
    caughtBy: 'is silent about a wallet that it was disconnected from',
    of: (subject) => ({ ...subject, mount: leaky(subject.mount) }),
  },
  {
    name: 'asks twice for one signature',
    caughtBy: 'signs a message for the account in use, and asks for it once',
    of: (subject) =>
      handling(subject, (handle) => ({
        async signMessage(intent) {
          await handle.signMessage(intent);
          return handle.signMessage(intent);
        },
      })),
  },
  {
    name: 'signs another text than it was given',
    caughtBy: 'signs a message for the account in use, and asks for it once',
    of: (subject) =>
      handling(subject, (handle) => ({
        signMessage: (intent) => handle.signMessage({ ...intent, text: `${intent.text} ` }),
      })),
  },
  {
    name: 'says nothing of a signature that was rejected',
    caughtBy: 'rejects with wallet/rejected where the person does not sign',
    of: (subject) =>
      handling(subject, (handle) => ({
        signMessage: (intent) =>
          handle.signMessage(intent).catch(() => ({
            account: intent.account,
            message: intent.text,
            scheme: 'x-none',
            signature: '',
          })),
      })),
  },
  {
    name: 'signs in without a signature',
    caughtBy: 'signs in for the account in use',
    of: (subject) =>
      handling(subject, (handle) => ({
        signIn: async (intent) => ({ ...(await handle.signIn(intent)), signature: '' }),
      })),
  },
  {
    name: 'signs for whatever account is in use',
    caughtBy: 'refuses with wallet/account-changed what is meant for another account',
    of: (subject) =>
      handling(subject, (handle, { view }) => ({
        signMessage(intent) {
          const connection = view.family('reference').connection.get();
          const account = 'accounts' in connection ? connection.accounts[0] : intent.account;
          return handle.signMessage({ ...intent, account });
        },
      })),
  },
  {
    name: 'says nothing of a missing connection',
    caughtBy: 'refuses with wallet/not-connected what needs a connection',
    of: (subject) =>
      handling(subject, (handle) => ({ disconnect: () => handle.disconnect().catch(() => undefined) })),
  },
  {
    name: 'never tells the outcome of a transfer',
    caughtBy: 'sends, tells that it has landed, and renews the balance',
    of: (subject) =>
      leasing(subject, (lease) => ({
        publishTransfer(transfer) {
          if (transfer.state === 'sent') lease.publishTransfer(transfer);
        },
      })),
  },
  {
    name: 'tells the balance once only',
    caughtBy: 'sends, tells that it has landed, and renews the balance',
    of: (subject) =>
      leasing(subject, (lease) => {
        let isTold = false;
        return {
          publishBalance(balance) {
            if (!isTold) lease.publishBalance(balance);
            isTold = true;
          },
        };
      }),
  },
  {
    name: 'tells of a transfer that the person rejected',
    caughtBy: 'rejects with wallet/rejected where the person does not send, and publishes no transfer',
    of: (subject) =>
      handling(subject, (handle) => {
        let own: Lease<'ref'> | undefined;
        return {
          adopt(approved, lease) {
            own = lease;
            return handle.adopt(approved, lease);
          },
          send(intent, options) {
            const from = intent.account as 'ref:one:alder';
            const { to, amount } = intent;
            own?.publishTransfer({ state: 'sent', transaction: 'early', from, to, amount });
            return handle.send(intent, options);
          },
        };
      }),
  },
  {
    name: 'asks before it looks at the recipient',
    caughtBy: 'gives a code to the refusal of a recipient and of an amount that are none',
    of: (subject) =>
      handling(subject, (handle) => ({
        async send(intent, options) {
          await handle.signMessage({ kind: 'message', account: intent.account, text: 'send' });
          return handle.send(intent, options);
        },
      })),
  },
  {
    name: 'tells a later page nothing',
    caughtBy: 'tells a later page, without a wallet, the outcome of a send',
    of: (subject) => handling(subject, () => ({ settle: async () => ({ state: 'unknown' }) })),
  },
  {
    name: 'asks the wallet the outcome of a send',
    caughtBy: 'tells a later page, without a wallet, the outcome of a send',
    of: (subject) =>
      handling(subject, (handle, { signal }) => ({
        async settle(send) {
          const page = subject.targets[0] as EventTarget;
          hearReferenceWallets(page, signal, (provider) => void provider.sign('alder', 'its outcome'));
          return handle.settle?.(send) ?? { state: 'unknown' };
        },
      })),
  },
  {
    name: 'notes nothing of a send',
    caughtBy: 'finds a send again by what it noted before the wallet was asked',
    of: (subject) => handling(subject, (handle) => ({ send: (intent) => handle.send(intent) })),
  },
  {
    name: 'notes a send only when the wallet has answered',
    caughtBy: 'finds a send again by what it noted before the wallet was asked',
    of: (subject) =>
      handling(subject, (handle) => ({
        async send(intent, options) {
          const notes: string[] = [];
          const sent = await handle.send(intent, { noted: (note) => notes.push(note) });
          for (const note of notes) options?.noted(note);
          return sent;
        },
      })),
  },
  {
    name: 'takes a send for another one of the same kind',
    caughtBy: 'finds a send again by what it noted before the wallet was asked',
    of: (subject) =>
      handling(subject, (handle) => ({
        settle: async (send) => handle.settle?.({ ...send, others: [] }) ?? { state: 'unknown' },
      })),
  },
  {
    name: 'tells as expired what the person has rejected',
    caughtBy: 'tells no end of a send that the person has just rejected',
    of: (subject) =>
      handling(subject, (handle) => ({
        async settle(send) {
          const settled = (await handle.settle?.(send)) ?? { state: 'unknown' };
          return settled.state === 'unknown' ? { state: 'expired' } : settled;
        },
      })),
  },
  {
    name: 'stays on its network',
    caughtBy: 'switches to another network of the page',
    of: (subject) => handling(subject, () => ({ switchNetwork: async () => undefined })),
  },
  {
    name: 'says that it has switched, whatever the person answers',
    caughtBy: 'stays on its network where the person refuses the switch',
    of: (subject) =>
      handling(subject, (handle) => ({
        async switchNetwork(network) {
          await handle.switchNetwork(network).catch(() => undefined);
        },
      })),
  },
  {
    name: 'goes to any network',
    caughtBy: 'gives a code to the refusal of a network that the page does not have',
    of: (subject) =>
      handling(subject, (handle) => ({
        switchNetwork: (network) => handle.switchNetwork(network).catch(() => undefined),
      })),
  },
  {
    name: 'forgets the other accounts when it takes one into use',
    caughtBy: 'takes another of its accounts into use',
    of: (subject) =>
      leasing(subject, (lease) => {
        let told = 0;
        return {
          publishConnection(connection) {
            told += 1;
            const isLater = connection.status === 'connected' && told > 1;
            lease.publishConnection(
              isLater ? { ...connection, accounts: [connection.accounts[0]] } : connection,
            );
          },
        };
      }),
  },
  {
    name: 'publishes after it was unmounted',
    caughtBy: 'unmounts at once, and publishes nothing by it or after it',
    of: (subject) => ({ ...subject, mount: leaky(subject.mount) }),
  },
  {
    name: 'unmounts some time later',
    caughtBy: 'unmounts at once, and publishes nothing by it or after it',
    of: (subject) =>
      handling(subject, (handle) => ({
        unmount: () => Promise.resolve().then(handle.unmount) as unknown as undefined,
      })),
  },
  {
    name: 'publishes disconnected as it unmounts',
    caughtBy: 'unmounts at once, and publishes nothing by it or after it',
    of: (subject) =>
      handling(subject, (handle) => {
        let own: Lease<'ref'> | undefined;
        return {
          adopt(approved, lease) {
            own = lease;
            return handle.adopt(approved, lease);
          },
          unmount() {
            handle.unmount();
            own?.publishConnection({ status: 'disconnected' });
          },
        };
      }),
  },
  {
    name: 'gives the permission back as it unmounts',
    caughtBy: 'keeps the permission of the wallet when it unmounts',
    of: (subject) =>
      handling(subject, (handle) => ({
        unmount() {
          handle.disconnect().catch(() => undefined);
          handle.unmount();
        },
      })),
  },
  {
    name: 'goes on adopting when it is unmounted',
    caughtBy: 'publishes nothing of an adoption that it is unmounted in',
    of: (subject) =>
      handling(subject, () => ({
        async adopt({ wallet, accounts }, lease) {
          await Promise.resolve();
          lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: [] });
        },
      })),
  },
  {
    name: 'can be mounted once only',
    caughtBy: 'mounts again after it was unmounted, and adopts without a prompt',
    of(subject) {
      let only: Handle<'ref'> | undefined;
      return {
        ...subject,
        mount(port) {
          only ??= subject.mount(port);
          return only;
        },
      };
    },
  },
  {
    name: 'leaves a listener at each mount',
    caughtBy: 'leaves no listener behind after 20 mounts and unmounts',
    of: (subject) =>
      handling(subject, () => {
        leak(subject);
        return {};
      }),
  },
  {
    name: 'leaves a listener at each listing',
    caughtBy: 'leaves no listener behind after 20 mounts and unmounts',
    of: (subject) =>
      discovering(subject, (discovery) => {
        leak(subject);
        return discovery;
      }),
  },
];

function discovering(
  subject: Reference,
  change: (discovery: Discovery<'ref'>, port: DiscoveryPort<'ref'>) => Discovery<'ref'>,
): Reference {
  return { ...subject, discover: (port) => change(subject.discover(port), port) };
}

function attempting(subject: Reference, change: Partial<AttemptOptions<'ref'>>): Reference {
  return discovering(subject, (discovery) => ({
    ...discovery,
    attempt: (id, options) => discovery.attempt(id, { ...options, ...change }),
  }));
}

function approving(subject: Reference, change: Partial<Approved<'ref'>>): Reference {
  return discovering(subject, (discovery) => ({
    ...discovery,
    attempt: async (id, options) => ({ ...(await discovery.attempt(id, options)), ...change }),
  }));
}

function handling(
  subject: Reference,
  change: (handle: Handle<'ref'>, port: Port<'ref'>) => Partial<Handle<'ref'>>,
): Reference {
  return {
    ...subject,
    mount(port) {
      const handle = subject.mount(port);
      return { ...handle, ...change(handle, port) };
    },
  };
}

function leasing(subject: Reference, change: (lease: Lease<'ref'>) => Partial<Lease<'ref'>>): Reference {
  return handling(subject, (handle) => ({
    adopt: (approved, lease) => handle.adopt(approved, { ...lease, ...change(lease) }),
  }));
}

function deafly(subject: Reference): Reference {
  return handling(subject, (handle) => ({
    adopt: (approved, lease) => {
      const provider = { ...(approved.provider as ReferenceProvider), onChange: () => () => undefined };
      return handle.adopt({ ...approved, provider }, lease);
    },
  }));
}

/** A connector that never takes its listener away from the wallet. */
function leaky(mount: Reference['mount']): Reference['mount'] {
  return (port) => {
    const handle = mount(port);
    return {
      ...handle,
      async adopt(approved, lease) {
        await handle.adopt(approved, lease);
        const provider = approved.provider as ReferenceProvider;
        provider.onChange(() => lease.publishConnection({ status: 'disconnected' }));
      },
    };
  };
}

function leak({ targets }: Reference): void {
  targets[0]?.addEventListener(crypto.randomUUID(), () => undefined);
}

function loud(options: Parameters<Discovery<'ref'>['restore']>[1]): AttemptOptions<'ref'> {
  return { ...options, onProgress: () => undefined, mayUndo: () => true };
}
