import {
  type AccountId,
  type Answer,
  accountsOf,
  type FamilyId,
  type Intent,
  isSending,
  LinkspanError,
  type PageRequest,
  type PersonReading,
  type Reading,
  type RequestInput,
  type View,
  type WalletRequest,
} from '@linkspan/contract';
import type { Ledger } from '../ledger/ledger.ts';
import type { Connectors } from '../loader/connector.ts';
import type { Revalidation } from '../releases/revalidate.ts';
import type { Asking } from '../session/request.ts';
import type { Requests } from './requests.ts';
import { assertClock, type PageFacts, toRequest } from './to-request.ts';

/** Dependencies of requests to wallets. */
export interface AskDependencies extends PageFacts {
  readonly view: View;
  readonly connectors: Pick<Connectors, 'mounted'>;
  readonly requests: Requests;
  readonly ledger: Ledger;
  readonly revalidation: Pick<Revalidation, 'confirm' | 'assertMayRun'>;
  /** On an application's page: settles once a person sees what the wallet will be asked. Rejects with `wallet/unseen`. */
  readonly untilSeen?: ((family: FamilyId, wallet: string) => Promise<void>) | undefined;
  /** See `measureClock`. */
  measureClock(): Promise<number | undefined>;
}

/** How wallets are asked, by the page and by its application. */
export type Ask = ReturnType<typeof createAsk>;

export function createAsk(needs: AskDependencies) {
  const { view, connectors, requests, revalidation, ledger } = needs;

  /**
   * The one check of a request: its release may run, and its account, if it has one, is in use. Returns that. Throws
   * `release/…`, `wallet/not-connected`, `wallet/account-changed`.
   */
  function check(family: FamilyId, account?: AccountId): AccountId {
    revalidation.assertMayRun(family);
    const [inUse] = accountsOf(view.family(family).connection.get());
    if (inUse === undefined) throw new LinkspanError('wallet/not-connected', {});
    if (account !== undefined && account !== inUse)
      throw new LinkspanError('wallet/account-changed', { account });
    return inUse;
  }

  /** Has the remote read a request; asks nobody. Rejects as `Handle.read` does. */
  async function read(family: FamilyId, request: WalletRequest): Promise<Reading> {
    return (await connectors.mounted(family)).read(request);
  }

  async function readOwn(family: FamilyId, input: RequestInput): Promise<PersonReading> {
    const account = check(family, input.kind === 'send' ? input.account : undefined);
    const request = toRequest(input, account, needs);
    const reading = await read(family, request);
    if (reading.asks === 'person' && isOf(reading.intent, request)) return reading;
    throw new LinkspanError('remote/malformed', { family, place: 'intent' });
  }

  /**
   * Asks the wallet what a reading says, if the release may still ask: while it is read, or a form is open, another wallet may
   * be adopted, or the release be stopped. A late answer to a request that is over is dropped.
   */
  async function run(
    family: FamilyId,
    asking: Asking & { readonly state: 'checking' },
    toReading: () => Promise<PersonReading>,
  ): Promise<Answer> {
    const { intent, answer } = await requests.run(family, asking, async ({ show, ask }) => {
      const confirmed = revalidation.confirm(family);
      // Told once the request is read.
      confirmed.catch(() => undefined);
      const isInTime = asking.input?.kind === 'sign-in' ? assertClock(needs) : undefined;
      const [reading] = await Promise.all([toReading(), isInTime]);
      const { intent, quote } = reading;
      show(intent, quote && 'fee' in quote ? quote.fee : undefined);
      await Promise.all([confirmed, needs.untilSeen?.(family, walletNameOf(view, family))]);
      check(family, intent.account);
      if (isSending(intent)) {
        // Preparing it may take a while, in which it is cancelled: the connector says when it asks.
        return { intent, answer: await ledger.send(family, intent, reading.answer, ask) };
      }
      ask();
      return { intent, answer: await reading.answer({ noted: () => undefined }) };
    });
    const { signed } = answer;
    if (intent.asksFor === 'signature') ledger.addSignature(family, { intent, ...(signed && { signed }) });
    return answer;
  }

  return {
    check,
    read,
    readOwn,
    /** A request of the page. */
    request: (family: FamilyId, input: RequestInput) =>
      run(family, { state: 'checking', input }, () => readOwn(family, input)),
    /** A request of the application, once it is read, and what that says it is for. */
    answer: (family: FamilyId, reading: PersonReading, summary?: string) =>
      run(
        family,
        { state: 'checking', intent: reading.intent, ...(summary && { summary }) },
        async () => reading,
      ),
  };
}

/** Whether a remote has read the request that it was given. */
function isOf(intent: Intent, request: PageRequest): boolean {
  if (intent.account !== request.account || intent.method !== request.kind) return false;
  if (request.kind !== 'send') return !isSending(intent);
  return isSending(intent) && intent.moves.to === request.to && intent.moves.amount === request.amount;
}

/** The name of a family's wallet, for the texts. */
export function walletNameOf(view: View, family: FamilyId): string {
  const connection = view.family(family).connection.get();
  return 'wallet' in connection ? connection.wallet.name : '';
}
