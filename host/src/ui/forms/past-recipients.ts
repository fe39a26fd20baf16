import { type FamilyId, type NetworkId, networkOf } from '@linkspan/contract';
import type { Activity } from '../../commands/shell.ts';

/** The different recipients of what was sent on a network, as far as the browser keeps it; the latest first. */
export function listRecipients(
  activity: readonly Activity[],
  family: FamilyId,
  network: NetworkId,
): readonly string[] {
  const recipients = activity.flatMap((entry) => {
    const isHere = entry.family === family && networkOf(entry.intent.account) === network;
    return entry.kind === 'sent' && isHere && wasSent(entry) ? entry.intent.to : [];
  });
  return recipients.filter((one, at) => recipients.findIndex((other) => isSameAddress(one, other)) === at);
}

/** Whether two texts name one address: hexadecimal digits are the same in upper and lower case. */
export function isSameAddress(one: string, other: string): boolean {
  const isHex = /^0x[\da-f]+$/i.test(one);
  return isHex ? one.toLowerCase() === other.toLowerCase() : one === other;
}

function wasSent({ outcome }: Activity & { kind: 'sent' }): boolean {
  if (outcome.state !== 'landed') return outcome.state === 'sent';
  // Someone else may have been paid.
  return outcome.comparison?.result !== 'not-as-asked';
}
