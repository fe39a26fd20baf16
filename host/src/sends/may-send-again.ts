import { isFinal, type KeptSend } from './kept-send.ts';

/**
 * Whether the same may be sent again without a danger of sending twice: it failed or expired, and no reorganisation can
 * change that. What was replaced is not offered: what took its place may have done the same in another way.
 */
export function maySendAgain({ outcome, notes }: KeptSend): boolean {
  // A remote of a contract before 1.3 tells more as failed than is certain.
  return notes && (outcome.state === 'failed' || outcome.state === 'expired') && isFinal(outcome);
}
