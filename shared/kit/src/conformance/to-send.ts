import type { AccountId, SendIntent } from '@linkspan/contract';
import type { Stage } from './stage.ts';

/** The smallest send that there is, to the subject's recipient. */
export function toSend({ subject }: Stage, account: AccountId): SendIntent {
  return { kind: 'send', account, to: subject.recipient, amount: '1' };
}
