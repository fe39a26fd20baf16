import {
  type Accounts,
  type Approved,
  type AttemptOptions,
  type Discovery,
  type FamilyId,
  type Lease,
  LinkspanError,
} from '@linkspan/contract';
import { createDeferred, type Deferred } from '../../deferred.ts';
import { fakeConfig } from '../fake-shell.ts';

/** One question of a discovery to a wallet, for an approval or by a silent read. */
export interface Prompt {
  readonly kind: 'attempt' | 'restore';
  readonly family: FamilyId;
  readonly wallet: string;
  /** Its own number: the accounts that come of it have it in their address. */
  readonly number: number;
  readonly options: Pick<AttemptOptions, 'signal'> & Partial<AttemptOptions>;
  readonly answer: Deferred<Approved | undefined>;
  isOpen: boolean;
  /** The person has given the coming back up that it is for. */
  isGivenUp: boolean;
}

/** One connector's taking over of an approved wallet. */
export interface Adoption {
  readonly family: FamilyId;
  readonly approved: Approved;
  readonly lease: Lease;
  readonly answer: Deferred<void>;
  isOpen: boolean;
  hasPublished: boolean;
}

/** One command to a wallet that shows a prompt. */
export interface Asked {
  readonly family: FamilyId;
  readonly command: 'sign' | 'send' | 'switch' | 'account' | 'disconnect';
  readonly answer: Deferred<unknown>;
  isOpen: boolean;
}

/** What wallets and connectors do when a step says so, and never by themselves. */
export interface World {
  readonly prompts: Prompt[];
  readonly adoptions: Adoption[];
  readonly asked: Asked[];
}

/** Wallets whose names begin so ignore that an attempt was cancelled, and answer late. */
const stubborn = 'stubborn';
export const walletIds = ['one', 'two', stubborn] as const;

export function createDiscovery(world: World, family: FamilyId): Discovery {
  const ask = (kind: Prompt['kind'], wallet: string, options: Prompt['options']) => {
    const number = world.prompts.length + 1;
    const own = { number, answer: createDeferred<Approved | undefined>(), isOpen: true, isGivenUp: false };
    const prompt: Prompt = { kind, family, wallet, options, ...own };
    world.prompts.push(prompt);
    if (wallet !== stubborn) options.signal.addEventListener('abort', () => drop(prompt));
    return prompt.answer.promise;
  };
  return {
    attempt: (wallet, options) => ask('attempt', wallet, options) as Promise<Approved>,
    restore: (wallet, options) => ask('restore', wallet, options),
    resume: async () => undefined,
  };
}

function drop({ answer, wallet }: Prompt): void {
  answer.reject(new LinkspanError('wallet/cancelled', { wallet }));
}

/** What a wallet has approved: its accounts tell by which prompt. */
export function toApproved({ family, wallet, number }: Prompt): Approved {
  return {
    attempt: `attempt ${number}`,
    wallet: { id: wallet, name: `Wallet ${wallet}` },
    accounts: toAccounts(family, `${number}`),
    provider: undefined,
  };
}

/** Two accounts of a family whose addresses begin with the word. */
export function toAccounts(family: FamilyId, word: string): Accounts {
  const network = fakeConfig.families.find(({ id }) => id === family)?.networks[0].id ?? 'no:network';
  return [`${network}:x${word}-a`, `${network}:x${word}-b`];
}

/** The number of the prompt from which an account came. */
export function numberOf(account: string): number {
  return Number(/:x(\d+)-/.exec(account)?.[1]);
}
