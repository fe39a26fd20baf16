import type { Live, Policy } from '@linkspan/trust';

/** A remote's live document, verified, with what judges its releases. */
export interface LoadedLive extends VerifiedLive {
  readonly from: 'server' | 'copy';
}

/** A live document that holds, wherever it came from. */
export interface VerifiedLive {
  readonly live: Live;
  readonly policy: Policy;
}
