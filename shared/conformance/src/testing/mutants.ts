import {
  type AttemptOptions,
  type Discovery,
  type DiscoveryPort,
  type Handle,
  type Lease,
  LinkspanError,
  type Port,
} from '@linkspan/contract';
import type { Subject } from '../subject.ts';
import { hearReferenceWallets, type ReferenceProvider } from './reference-remote.ts';

type Reference = Subject<'ref'>;

/** Changes the reference remote in one place. */
type Mutate = (subject: Reference) => Reference;

/** By the sentence of each case: what a remote does that the case must find, and how the reference remote does it. */
export const mutants: Readonly<Record<string, readonly [does: string, mutate: Mutate]>> = {
  'lists an installed wallet in valid lists, without asking anyone': [
    'asks the wallet while it lists',
    discovering((_, { signal }, page) => {
      hearReferenceWallets(page, signal, (provider) => void provider.connect());
      return {};
    }),
  ],
  'restores nothing if the wallet grants nothing, and asks nobody': [
    'restores by asking',
    discovering(({ attempt }) => ({
      restore: (id, options) =>
        attempt(id, {
          ...options,
          onProgress: () => undefined,
          mayUndo: () => true,
          pressed: () => new Promise(() => undefined),
        }),
    })),
  ],
  'restores without a prompt what the wallet still grants': [
    'restores nothing',
    discovering(() => ({ restore: async () => undefined })),
  ],
  'rejects with wallet/absent the restoring of a wallet that is not here': [
    'restores nothing of a wallet that is not here, without a word',
    discovering(({ restore }) => ({
      restore: (id, options) => restore(id, options).catch(() => undefined),
    })),
  ],

  'asks once for an approval, and never when it adopts it': [
    'asks once more in adopt',
    handling(({ adopt }) => ({
      async adopt(approved, lease) {
        await (approved.provider as ReferenceProvider).sign('alder', 'again');
        return adopt(approved, lease);
      },
    })),
  ],
  'approves with accounts of its own namespace, all on one network of the page': [
    'approves with an account of another namespace',
    discovering(({ attempt }) => ({
      attempt: async (id, options) => ({
        ...(await attempt(id, options)),
        accounts: ['other:one:alder'] as never,
      }),
    })),
  ],
  'rejects with wallet/rejected if the person rejects, and can be tried again': [
    'rejects without a code',
    discovering(({ attempt }) => ({
      attempt: (id, options) => attempt(id, options).catch(() => Promise.reject(new Error('rejected'))),
    })),
  ],
  'rejects with wallet/absent an attempt at a wallet that is not here': [
    'calls an absent wallet failed',
    discovering(({ attempt }) => ({
      attempt: (id, options) =>
        attempt(id, options).catch((cause: unknown) => {
          throw new LinkspanError('wallet/failed', { wallet: id, detail: '' }, { cause });
        }),
    })),
  ],
  'waits on past the deadline, and takes the approval that comes then': [
    'cuts a prompt off at the deadline',
    discovering(({ attempt }) => ({
      attempt(id, options) {
        const cut = new AbortController();
        setTimeout(() => cut.abort(), options.deadlineMs);
        return attempt(id, { ...options, signal: AbortSignal.any([options.signal, cut.signal]) });
      },
    })),
  ],
  'ends a cancelled attempt at once, and undoes an approval that comes later': [
    'forgets to undo a late approval',
    attempting({ mayUndo: () => false }),
  ],
  'keeps an approval that comes after the cancel if a newer attempt needs it': [
    'undoes what a newer attempt needs',
    attempting({ mayUndo: () => true }),
  ],
  'gives back an approval that is cancelled while it is adopted': [
    'takes no cancel once it has an approval',
    discovering(({ attempt }) => ({
      async attempt(id, options) {
        const own = new AbortController();
        const pass = () => own.abort();
        options.signal.addEventListener('abort', pass);
        const approved = await attempt(id, { ...options, signal: own.signal });
        options.signal.removeEventListener('abort', pass);
        return approved;
      },
    })),
  ],
  'keeps an approval that is cancelled while it is adopted if a newer attempt needs it': [
    'gives back what a newer attempt needs',
    attempting({ mayUndo: () => true }),
  ],

  'publishes connected with the approved wallet, its accounts and what it can do': [
    'declares nothing that it can do',
    connecting((connection) =>
      connection.status === 'connected' ? { ...connection, capabilities: [] } : connection,
    ),
  ],
  'takes the account that comes first in the approval into use': [
    'adopts in an order of its own',
    handling(({ adopt }) => ({
      adopt(approved, lease) {
        const [first, ...rest] = [...approved.accounts].sort();
        return adopt({ ...approved, accounts: first ? [first, ...rest] : approved.accounts }, lease);
      },
    })),
  ],
  'publishes the balance of the account in use': [
    'reports the balance in a unit of its own',
    leasing(({ publishBalance }) => ({
      publishBalance: (balance) => publishBalance({ ...balance, decimals: 18 }),
    })),
  ],
  'follows the account that is taken into use inside the wallet': [
    'is deaf to its wallet',
    handling(({ adopt }) => ({
      adopt(approved, lease) {
        const provider = { ...(approved.provider as ReferenceProvider), onChange: () => () => undefined };
        return adopt({ ...approved, provider }, lease);
      },
    })),
  ],
  'reports that the wallet shows no account, and why if the wallet says so': [
    'gives no reason for the end of the connection',
    connecting((connection) =>
      connection.status === 'disconnected' ? { status: 'disconnected' } : connection,
    ),
  ],
  'keeps the old connection if an adoption fails': [
    'drops the old connection before it adopts a new one',
    handling(({ adopt }, _, own) => ({
      async adopt(approved, lease) {
        own()?.publishConnection({ status: 'disconnected' });
        return adopt(approved, lease);
      },
    })),
  ],
  'publishes disconnected, gives the permission back, and no longer follows the wallet': [
    'goes on publishing after a disconnect',
    handling(leaky),
  ],

  'signs a message for the account in use, and asks for it once': [
    'asks twice for one signature',
    handling(({ signMessage }) => ({
      async signMessage(intent) {
        await signMessage(intent);
        return signMessage(intent);
      },
    })),
  ],
  'rejects with wallet/rejected if the person does not sign': [
    'says nothing of a signature that was rejected',
    handling(({ signMessage }) => ({
      signMessage: (intent) =>
        signMessage(intent).catch(() => ({
          ...{ account: intent.account, message: intent.text, scheme: 'x-none', signature: '' },
        })),
    })),
  ],
  'signs in for the account in use': [
    'signs in without a signature',
    handling(({ signIn }) => ({
      signIn: async (intent) => ({ ...(await signIn(intent)), signature: '' }),
    })),
  ],
  'refuses with wallet/account-changed what is meant for another account': [
    'signs for whatever account is in use',
    handling(({ signMessage }, { view }) => ({
      signMessage(intent) {
        const connection = view.family('reference').connection.get();
        const account = 'accounts' in connection ? connection.accounts[0] : intent.account;
        return signMessage({ ...intent, account });
      },
    })),
  ],
  'refuses with wallet/not-connected what needs a connection': [
    'says nothing of a missing connection',
    handling(({ disconnect }) => ({ disconnect: () => disconnect().catch(() => undefined) })),
  ],
  'sends, reports that it has landed, and renews the balance': [
    'never reports the outcome of a transfer',
    leasing(({ publishTransfer }) => ({
      publishTransfer(transfer) {
        if (transfer.state === 'sent') publishTransfer(transfer);
      },
    })),
  ],
  'rejects with wallet/rejected if the person does not send, and publishes no transfer': [
    'reports a transfer that the person rejected',
    handling(({ send }, _, own) => ({
      send(intent, options) {
        const { to, amount } = intent;
        const from = intent.account as 'ref:one:alder';
        own()?.publishTransfer({ state: 'sent', transaction: 'early', from, to, amount });
        return send(intent, options);
      },
    })),
  ],
  'gives a code to the refusal of a recipient and of an amount that are none': [
    'asks before it looks at the recipient',
    handling(({ signMessage, send }) => ({
      async send(intent, options) {
        await signMessage({ kind: 'message', account: intent.account, text: 'send' });
        return send(intent, options);
      },
    })),
  ],
  'stays on its network if the person refuses the switch': [
    'says that it has switched, whatever the person answers',
    handling(({ switchNetwork }) => ({
      switchNetwork: (network) => switchNetwork(network).catch(() => undefined),
    })),
  ],
  'tells what a send would cost, or why it cannot, and asks the wallet nothing': [
    'tells a fee that is no number of smallest units',
    handling(() => ({ quote: async () => ({ fee: '0.5' }) })),
  ],
  'switches to another network of the page, and to no other': [
    'goes to any network',
    handling(({ switchNetwork }) => ({
      switchNetwork: (network) => switchNetwork(network).catch(() => undefined),
    })),
  ],
  'takes another of its accounts into use': [
    'forgets the other accounts when it takes one into use',
    connecting((connection, told) =>
      connection.status === 'connected' && told > 1
        ? { ...connection, accounts: [connection.accounts[0]] }
        : connection,
    ),
  ],

  'reports the outcome of a send to a later page, without a wallet': [
    'reports nothing to a later page',
    handling(() => ({ settle: async () => ({ state: 'unknown' }) })),
  ],
  'finds a send by what it noted before the wallet was asked, or calls it unknown': [
    'notes a send only when the wallet has answered',
    handling(({ send }) => ({
      async send(intent, options) {
        const notes: (string | undefined)[] = [];
        const sent = await send(intent, { noted: (note) => notes.push(note) });
        for (const note of notes) options?.noted(note);
        return sent;
      },
    })),
  ],
  'takes its note back if the person rejects the send, and reports no outcome of it': [
    'reports as expired what the person has rejected',
    handling(({ settle }) => ({
      async settle(send) {
        const settled = (await settle(send)) ?? { state: 'unknown' };
        return settled.state === 'unknown' ? { state: 'expired' } : settled;
      },
    })),
  ],

  'unmounts at once, and publishes nothing by it or after it': [
    'publishes after it was unmounted',
    handling(leaky),
  ],
  'publishes nothing of an adoption that it is unmounted in': [
    'goes on adopting when it is unmounted',
    handling(() => ({
      async adopt({ wallet, accounts }, lease) {
        await Promise.resolve();
        lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: [] });
      },
    })),
  ],
  'mounts again after it was unmounted, and adopts without a prompt': [
    'can be mounted once only',
    (subject) => {
      let only: Handle<'ref'> | undefined;
      const mount: Reference['mount'] = (port) => {
        only ??= subject.mount(port);
        return only;
      };
      return { ...subject, mount };
    },
  ],
  'leaves no listener behind after 20 mounts and unmounts': [
    'leaves a listener at each mount',
    (subject) =>
      handling(() => {
        subject.targets[0]?.addEventListener(crypto.randomUUID(), () => undefined);
        return {};
      })(subject),
  ],
};

function discovering(
  change: (
    discovery: Discovery<'ref'>,
    port: DiscoveryPort<'ref'>,
    page: EventTarget,
  ) => Partial<Discovery<'ref'>>,
): Mutate {
  return (subject) => ({
    ...subject,
    discover(port) {
      const discovery = subject.discover(port);
      return { ...discovery, ...change(discovery, port, subject.targets[0] as EventTarget) };
    },
  });
}

function attempting(change: Partial<AttemptOptions<'ref'>>): Mutate {
  return discovering(({ attempt }) => ({
    attempt: (id, options) => attempt(id, { ...options, ...change }),
  }));
}

type Change = (
  handle: Handle<'ref'>,
  port: Port<'ref'>,
  /** The lease of the last adoption. */
  own: () => Lease<'ref'> | undefined,
) => Partial<Handle<'ref'>>;

function handling(change: Change): Mutate {
  return (subject) => ({
    ...subject,
    mount(port) {
      let own: Lease<'ref'> | undefined;
      const handle = subject.mount(port);
      const changed = { ...handle, ...change(handle, port, () => own) };
      return {
        ...changed,
        async adopt(approved, lease) {
          await changed.adopt(approved, lease);
          own = lease;
        },
      };
    },
  });
}

function leasing(change: (lease: Lease<'ref'>) => Partial<Lease<'ref'>>): Mutate {
  return handling(({ adopt }) => ({
    adopt: (approved, lease) => adopt(approved, { ...lease, ...change(lease) }),
  }));
}

type Connected = Parameters<Lease<'ref'>['publishConnection']>[0];

function connecting(change: (connection: Connected, told: number) => Connected): Mutate {
  return leasing(({ publishConnection }) => {
    let told = 0;
    return {
      publishConnection(connection) {
        told += 1;
        publishConnection(change(connection, told));
      },
    };
  });
}

/** A connector that never takes its listener away from the wallet. */
function leaky({ adopt }: Handle<'ref'>): Partial<Handle<'ref'>> {
  return {
    async adopt(approved, lease) {
      await adopt(approved, lease);
      const provider = approved.provider as ReferenceProvider;
      provider.onChange(() => lease.publishConnection({ status: 'disconnected' }));
    },
  };
}
