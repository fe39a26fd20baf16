import {
  type AttemptOptions,
  type Discovery,
  type DiscoveryPort,
  type Handle,
  type Lease,
  LinkspanError,
  type PersonReading,
  type Port,
} from '@linkspan/contract';
import type { Subject } from '../subject.ts';
import { onReferenceWallet, type ReferenceProvider } from './reference-remote.ts';

type Reference = Subject<'ref'>;

/** Changes the reference remote in one place. */
type Mutate = (subject: Reference) => Reference;

/** By the sentence of each case: the reference remote with a fault that the case must find. */
export const mutants: Readonly<Record<string, Mutate>> = {
  'lists an installed wallet in valid lists, without asking anyone': discovering((_, { signal }, page) => {
    onReferenceWallet(page, signal, (provider) => void provider.connect());
    return {};
  }),
  'restores nothing if the wallet grants nothing, and asks nobody': discovering(({ attempt }) => ({
    restore: (id, options) =>
      attempt(id, {
        ...options,
        onProgress: () => undefined,
        mayUndo: () => true,
        pressed: () => new Promise(() => undefined),
      }),
  })),
  'restores without a prompt what the wallet still grants': discovering(() => ({
    restore: async () => undefined,
  })),
  'rejects with wallet/absent the restoring of a wallet that is not here': discovering(({ restore }) => ({
    restore: (id, options) => restore(id, options).catch(() => undefined),
  })),

  'asks once for an approval, and never when it adopts it': handling(({ adopt }) => ({
    async adopt(approved, lease) {
      await (approved.provider as ReferenceProvider).sign('alder', 'again');
      return adopt(approved, lease);
    },
  })),
  'approves with accounts of its own namespace, all on one network of the page': discovering(
    ({ attempt }) => ({
      attempt: async (id, options) => ({
        ...(await attempt(id, options)),
        accounts: ['other:one:alder'] as never,
      }),
    }),
  ),
  'rejects with wallet/rejected if the person rejects, and can be tried again': discovering(
    ({ attempt }) => ({
      attempt: (id, options) => attempt(id, options).catch(() => Promise.reject(new Error('rejected'))),
    }),
  ),
  'rejects with wallet/absent an attempt at a wallet that is not here': discovering(({ attempt }) => ({
    attempt: (id, options) =>
      attempt(id, options).catch((cause: unknown) => {
        throw new LinkspanError('wallet/failed', { wallet: id, detail: '' }, { cause });
      }),
  })),
  'waits on past the deadline, and takes the approval that comes then': discovering(({ attempt }) => ({
    attempt(id, options) {
      const cut = new AbortController();
      setTimeout(() => cut.abort(), options.deadlineMs);
      return attempt(id, { ...options, signal: AbortSignal.any([options.signal, cut.signal]) });
    },
  })),
  'ends a cancelled attempt at once, and undoes an approval that comes later': attempting({
    mayUndo: () => false,
  }),
  'keeps an approval that comes after the cancel if a newer attempt needs it': attempting({
    mayUndo: () => true,
  }),
  'gives back an approval that is cancelled while it is adopted': discovering(({ attempt }) => ({
    async attempt(id, options) {
      const own = new AbortController();
      const pass = () => own.abort();
      options.signal.addEventListener('abort', pass);
      const approved = await attempt(id, { ...options, signal: own.signal });
      options.signal.removeEventListener('abort', pass);
      return approved;
    },
  })),
  'keeps an approval that is cancelled while it is adopted if a newer attempt needs it': attempting({
    mayUndo: () => true,
  }),

  'publishes connected with the approved wallet, its accounts and what it can do': connecting((connection) =>
    connection.status === 'connected' ? { ...connection, capabilities: [] } : connection,
  ),
  'takes the account that comes first in the approval into use': handling(({ adopt }) => ({
    adopt(approved, lease) {
      const [first, ...rest] = [...approved.accounts].sort();
      return adopt({ ...approved, accounts: first ? [first, ...rest] : approved.accounts }, lease);
    },
  })),
  'publishes the balance of the account in use': leasing(({ publishBalance }) => ({
    publishBalance: (balance) => publishBalance({ ...balance, amount: '' }),
  })),
  'follows the account that is taken into use inside the wallet': handling(({ adopt }) => ({
    adopt(approved, lease) {
      const provider = { ...(approved.provider as ReferenceProvider), onChange: () => () => undefined };
      return adopt({ ...approved, provider }, lease);
    },
  })),
  'reports that the wallet shows no account, and why if the wallet says so': connecting((connection) =>
    connection.status === 'disconnected' ? { status: 'disconnected' } : connection,
  ),
  'keeps the old connection if an adoption fails': handling(({ adopt }, _, own) => ({
    async adopt(approved, lease) {
      own()?.publishConnection({ status: 'disconnected' });
      return adopt(approved, lease);
    },
  })),
  'publishes disconnected, gives the permission back, and no longer follows the wallet': handling(leaky),

  'signs a message for the account in use, and asks for it once': reading(({ answer }) => ({
    async answer(options) {
      await answer(options);
      return answer(options);
    },
  })),
  'rejects with wallet/rejected if the person does not sign': reading(({ answer, intent: { account } }) => ({
    answer: (options) =>
      answer(options).catch(() => ({
        signed: { account, message: '', scheme: 'x-none', signature: '' },
      })),
  })),
  'signs in for the account in use': reading(({ answer }) => ({
    async answer(options) {
      const { signed, ...rest } = await answer(options);
      return { ...rest, ...(signed && { signed: { ...signed, signature: '' } }) };
    },
  })),
  'refuses with wallet/account-changed what is meant for another account': handling(({ read }, { view }) => ({
    read(request) {
      const connection = view.family('reference').connection.get();
      if (request.kind === 'call' || !('accounts' in connection)) return read(request);
      return read({ ...request, account: connection.accounts[0] });
    },
  })),
  'refuses with wallet/not-connected what needs a connection': handling(({ disconnect }) => ({
    disconnect: () => disconnect().catch(() => undefined),
  })),
  'sends, reports that it has landed, and then reads another balance': handling(() => ({
    settle: async ({ transaction = '' }) => ({ state: 'sent', transaction }),
  })),
  'rejects with wallet/rejected if the person does not send': reading(({ answer }) => ({
    answer: (options) => answer(options).catch(() => ({ sent: { transaction: 'none' } })),
  })),
  'gives a code to the refusal of a recipient and of an amount that are none': handling(({ read }) => ({
    async read(request) {
      if (request.kind === 'send') {
        const message = await read({ kind: 'message', account: request.account, text: 'send' });
        await message.answer({ noted: () => undefined });
      }
      return read(request);
    },
  })),
  'shows what a send moves, as it was asked': reading(({ intent }) => ({
    intent: { ...intent, lines: intent.lines.filter(({ is }) => is !== 'recipient') },
  })),
  'asks nobody about a request until it is answered': reading(({ answer }) => {
    const answered = answer({ noted: () => undefined });
    return { answer: () => answered };
  }),
  'stays on its network if the person refuses the switch': handling(({ switchNetwork }) => ({
    switchNetwork: (network) => switchNetwork(network).catch(() => undefined),
  })),
  'tells what a send would cost, or why it cannot, and asks the wallet nothing': reading(() => ({
    quote: { fee: '0.5' },
  })),
  'switches to another network of the page, and to no other': handling(({ switchNetwork }) => ({
    switchNetwork: (network) => switchNetwork(network).catch(() => undefined),
  })),
  'takes another of its accounts into use': connecting((connection, count) =>
    connection.status === 'connected' && count > 1
      ? { ...connection, accounts: [connection.accounts[0]] }
      : connection,
  ),

  'reports the outcome of a send to a later page, without a wallet': handling(() => ({
    settle: async () => ({ state: 'unknown' }),
  })),
  'finds a send by what it noted before the wallet was asked, or calls it unknown': reading(({ answer }) => ({
    async answer({ noted }) {
      const notes: (string | undefined)[] = [];
      const answered = await answer({ noted: (note) => notes.push(note) });
      for (const note of notes) noted(note);
      return answered;
    },
  })),
  'takes its note back if the person rejects the send, and reports no outcome of it': handling(
    ({ settle }) => ({
      async settle(send) {
        const settled = (await settle(send)) ?? { state: 'unknown' };
        return settled.state === 'unknown' ? { state: 'expired' } : settled;
      },
    }),
  ),

  'unmounts at once, and publishes nothing by it or after it': handling(leaky),
  'publishes nothing of an adoption that it is unmounted in': handling(() => ({
    async adopt({ wallet, accounts }, lease) {
      await Promise.resolve();
      lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: [] });
    },
  })),
  'mounts again after it was unmounted, and adopts without a prompt': (subject) => {
    let only: Handle<'ref'> | undefined;
    const mount: Reference['mount'] = (port) => {
      only ??= subject.mount(port);
      return only;
    };
    return { ...subject, mount };
  },
  'leaves no listener behind after 20 mounts and unmounts': (subject) =>
    handling(() => {
      subject.targets[0]?.addEventListener(crypto.randomUUID(), () => undefined);
      return {};
    })(subject),
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

/** Changes what a request is read to. */
function reading(change: (reading: PersonReading) => Partial<PersonReading>): Mutate {
  return handling(({ read }) => ({
    async read(request) {
      const found = await read(request);
      return found.asks === 'person' ? { ...found, ...change(found) } : found;
    },
  }));
}

function leasing(change: (lease: Lease<'ref'>) => Partial<Lease<'ref'>>): Mutate {
  return handling(({ adopt }) => ({
    adopt: (approved, lease) => adopt(approved, { ...lease, ...change(lease) }),
  }));
}

type Connected = Parameters<Lease<'ref'>['publishConnection']>[0];

function connecting(change: (connection: Connected, count: number) => Connected): Mutate {
  return leasing(({ publishConnection }) => {
    let count = 0;
    return {
      publishConnection(connection) {
        count += 1;
        publishConnection(change(connection, count));
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
