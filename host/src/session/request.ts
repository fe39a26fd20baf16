import {
  type Failure,
  type FamilyId,
  type Intent,
  isRunning,
  isSending,
  type NetworkId,
  type Readable,
  type RequestInput,
  type View,
} from '@linkspan/contract';

/** What an application says that its request is for: one line of at most 120 characters. It is shown as its claim. */
interface Claim {
  readonly summary?: string;
}

/** What a request would cost, as the network has quoted it: in the smallest unit, as decimal digits, negative if it is paid out. */
interface Quoted {
  readonly fee?: string;
}

/** The state of a request to a family's wallet, except connecting. One at a time per family. */
export type Request =
  | { readonly state: 'none' }
  | Asking
  /** `mayBeSent` unless it is certain that nothing was sent. */
  | (Claim & {
      readonly state: 'failed';
      /** Of the page itself: what can be asked for again. */
      readonly input?: RequestInput;
      readonly intent?: Intent;
      /** Of a switch. */
      readonly network?: NetworkId;
      readonly failure: Failure;
      readonly mayBeSent?: true;
    });

/** A request that is under way. */
export type Asking =
  /** The request is read, its release is checked, or a send is prepared: the wallet knows nothing yet. */
  | (Claim & Quoted & { readonly state: 'checking'; readonly input?: RequestInput; readonly intent?: Intent })
  /**
   * The wallet shows its prompt; `intent` is what the page asked, to be compared with it. `isLate` past the deadline
   * for software: a person is looking at the prompt, so it is not cut off.
   */
  | (Claim &
      Quoted & {
        readonly state: 'asking';
        readonly input?: RequestInput;
        readonly intent: Intent;
        readonly isLate?: true;
      })
  | { readonly state: 'switching'; readonly network: NetworkId; readonly isLate?: true };

export function isAsking(request: Request): request is Asking {
  return request.state !== 'none' && request.state !== 'failed';
}

/** Whether a request is, or was to be, one for a transaction. */
export function isOfSend({
  input,
  intent,
}: Pick<Request & { state: 'failed' }, 'input' | 'intent'>): boolean {
  return isSending(intent) || input?.kind === 'send';
}

/** Whether a family's wallet asks a person something in this tab, connecting included, or is about to. */
export function isBeingAsked(
  page: { readonly view: View; request(family: FamilyId): Readable<Request> },
  family: FamilyId,
): boolean {
  return isRunning(page.view.family(family).attempt.get()) || isAsking(page.request(family).get());
}
