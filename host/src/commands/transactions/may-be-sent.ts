import type { Failure } from '@linkspan/contract';

/** Stages at which no wallet has been asked yet. */
const before = /^(input|config|release|loader)\//;

/** What a wallet says instead of sending, a network instead of taking it, and the page instead of asking. */
const instead = [
  'wallet/rejected',
  'wallet/closed',
  'wallet/pending',
  'wallet/locked',
  'wallet/locked-or-ended',
  'wallet/refuses',
  'wallet/absent',
  'wallet/no-accounts',
  'wallet/revoked',
  'wallet/not-connected',
  'wallet/account-changed',
  'wallet/network-changed',
  'wallet/network-unsupported',
  'wallet/unsupported',
  'network/insufficient-funds',
  'network/refused',
  'network/expired',
];

/** Whether a send that failed so may have reached the network all the same: to send again could then send twice. */
export function mayBeSent({ code }: Failure): boolean {
  return !before.test(code) && !instead.includes(code);
}
