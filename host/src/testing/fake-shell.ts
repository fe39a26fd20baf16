import {
  type AccountId,
  type FamilyId,
  LinkspanError,
  type Quote,
  type RequestInput,
  type SendRequest,
} from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { atom, type WritableAtom } from 'nanostores';
import type { Commands, Shell } from '../commands/shell.ts';
import { type PageConfig, parseConfig } from '../config.ts';
import type { Entry } from '../ledger/entry.ts';
import type { Request } from '../session/request.ts';
import { readSend } from './fake-handle.ts';

const nobody = new Promise<never>(() => undefined);

/** A shell for tests: a real store, requests and activity that can be set, and commands that are only recorded. */
export interface FakeShell extends Shell {
  readonly store: Store;
  readonly activity: WritableAtom<readonly Entry[]>;
  readonly page: {
    readonly isOffline: WritableAtom<boolean>;
    readonly isStorageUnavailable: WritableAtom<boolean>;
    readonly retryAt: WritableAtom<number | undefined>;
    lastAccounts(family: FamilyId): readonly AccountId[];
  };
  request(family: FamilyId): WritableAtom<Request>;
  /** The commands, such as `send evm 0x1 5`, without the account of a send. */
  readonly given: string[];
  /** The account of the latest send. */
  from?: AccountId | undefined;
  /** The quoted sends, such as `0x1 5`; `quotes` answers each. */
  readonly quoted: string[];
  /** The quote of a send; by default the network is unreachable. */
  quotes(): Promise<Quote>;
  /** Later commands wait for it. */
  pending?: Promise<void>;
}

/** A page of three families with two networks each, unless the configuration says otherwise. */
export function createFakeShell(config: PageConfig = fakeConfig): FakeShell {
  const store = createStore(config.families);
  const requests = new Map(config.families.map(({ id }) => [id, atom<Request>({ state: 'none' })]));
  const given: string[] = [];
  const shell: FakeShell = {
    quoted: [],
    async quotes() {
      throw new LinkspanError('network/unreachable', { network: 'Practice chain' });
    },
    config,
    store,
    view: store.view,
    activity: atom<readonly Entry[]>([]),
    page: {
      isOffline: atom(false),
      isStorageUnavailable: atom(false),
      retryAt: atom(),
      lastAccounts: () => [],
    },
    hostModule: 'https://page.example/assets/host-x7Qa_B-9.js',
    request: (family) => requests.get(family) as WritableAtom<Request>,
    commands: noteCommands(
      {
        async read(_, input) {
          const { account, to, amount } = input as SendRequest;
          shell.quoted.push(`${to} ${amount}`);
          return {
            ...readSend({ kind: 'send', account, to, amount }, () => nobody),
            quote: await shell.quotes(),
          };
        },
      },
      (command, from) => {
        given.push(command);
        if (from) shell.from = from;
        return shell.pending ?? Promise.resolve();
      },
    ),
    given,
  };
  return shell;
}

function noteCommands(
  own: Pick<Commands, 'read'>,
  note: (command: string, from?: AccountId) => Promise<void>,
): Commands {
  const answer = (_: object, name: string | symbol) => {
    if (name === 'read') return own.read;
    if (name === 'request')
      return (family: FamilyId, { kind, ...input }: RequestInput) => {
        const { account, ...values } = { account: undefined, ...input };
        return note([kind, family, ...Object.values(values)].join(' '), account);
      };
    return (...values: readonly string[]) => note([String(name), ...values].join(' '));
  };
  return new Proxy({}, { get: answer }) as Commands;
}

/** Three families as a page for practice has them. */
export const fakeConfig: PageConfig = parseConfig({
  title: 'Linkspan',
  practice: { module: '/practice.js', label: 'Practice chains' },
  families: [
    family(
      'evm',
      'Ethereum',
      'eip155',
      { path: 'M10 1.2 15.4 10 10 13.2 4.6 10zM10 18.8 15.4 11.7 10 14.9 4.6 11.7z', hue: 268 },
      ['31337', '31338'],
      'ETH',
      18,
    ),
    family(
      'solana',
      'Solana',
      'solana',
      { path: 'M5.6 3.6h11l-2.3 3.1h-11zM3.3 8.4h11l2.3 3.1h-11zM5.6 13.2h11l-2.3 3.1h-11z', hue: 305 },
      ['practice', 'second'],
      'SOL',
      9,
    ),
    family(
      'near',
      'NEAR',
      'near',
      {
        path: 'M3.35 4.4a1.25 1.25 0 0 1 2.15-.87l8.65 8.97V4.4a1.25 1.25 0 0 1 2.5 0v11.2a1.25 1.25 0 0 1-2.15.87L5.85 7.5v8.1a1.25 1.25 0 0 1-2.5 0z',
        hue: 168,
      },
      ['practice', 'second'],
      'NEAR',
      24,
    ),
  ],
});

function family(
  id: string,
  title: string,
  namespace: string,
  mark: { path: string; hue: number },
  [first, second]: readonly [string, string],
  symbol: string,
  decimals: number,
) {
  const network = (reference: string, name: string) => ({
    id: `${namespace}:${reference}`,
    title: name,
    rpc: ['http://localhost:1/'],
    symbol,
    decimals,
    explorer: 'https://explorer.invalid/{transaction}',
  });
  return {
    id,
    title,
    namespace,
    mark,
    remote: { name: `remote-${id}`, url: `http://localhost:1/remote-${id}/` },
    networks: [network(first, 'Practice chain'), network(second, 'Second practice chain')],
  };
}
