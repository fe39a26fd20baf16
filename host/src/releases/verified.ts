import type { Law, Live } from '@linkspan/trust';

/** A remote's live document, verified, with what judges its releases. */
export interface Believed extends Judged {
  readonly from: 'server' | 'copy';
}

/** A live document that holds, wherever it came from. */
export interface Judged {
  readonly live: Live;
  readonly law: Law;
}
