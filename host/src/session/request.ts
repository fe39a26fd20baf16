import {
  type Failure,
  type FamilyId,
  type Intent,
  isRunning,
  type NetworkId,
  type Readable,
  type View,
} from '@linkspan/contract';

/** What a family's wallet is being asked for, beside connecting. One at a time per family. */
export type Request =
  | { readonly state: 'none' }
  /** The release is asked about first, since the last check is too old, or a send is made ready: the wallet knows nothing yet. */
  | { readonly state: 'checking'; readonly intent: Intent }
  /**
   * The wallet shows its prompt; `intent` is what the page asked, to be compared with it. `isLate` past the deadline
   * for software: a person is looking at the prompt, so it is not cut off.
   */
  | { readonly state: 'asking'; readonly intent: Intent; readonly isLate?: true }
  | { readonly state: 'switching'; readonly network: NetworkId; readonly isLate?: true }
  /** `isUnsent` where it was to be sent and no wallet has been asked yet. */
  | {
      readonly state: 'failed';
      readonly intent?: Intent;
      readonly failure: Failure;
      readonly isUnsent?: true;
    };

interface Asked {
  readonly view: View;
  request(family: FamilyId): Readable<Request>;
}

/** Whether a person is asked something by a family's wallet in this tab, or is about to be. */
export function isAsking({ view, request }: Asked, family: FamilyId): boolean {
  const { state } = request(family).get();
  return isRunning(view.family(family).attempt.get()) || (state !== 'none' && state !== 'failed');
}
