import type { Network, NetworkId, Pairing, SendIntent } from '@linkspan/contract';
import { type RefObject, useRef } from 'react';
import type { FamilyConfig } from '../../config.ts';
import type { Request } from '../../session/request.ts';
import { useShell } from '../shell-context.ts';
import { isInDoubt, type SentEntry } from '../transactions/sent-entry.ts';
import { useReadable } from '../use-readable.ts';
import { type CardState, toCardState } from './card-state.ts';
import { type FamilyCommands, toCommands } from './family-commands.ts';
import { type NoticeState, toNotice } from './notice-state.ts';
import { useUnaffected } from './unaffected.ts';

/** All that a card is made of. */
export interface Family {
  readonly config: FamilyConfig;
  readonly card: CardState;
  readonly notice: NoticeState;
  /** What a second device opens for what the wallet is asked now. */
  readonly pairing: Pairing | undefined;
  readonly commands: FamilyCommands;
  /** What the network has quoted for the latest send that was filled in; undefined if it has told nothing. */
  readonly quoted: RefObject<QuotedSend | undefined>;
  /** Who works all the same where this family does not: see `sayUnaffected`. */
  readonly unaffected: string;
  /** The network as it is configured; undefined for one that the page does not know. */
  network(id: NetworkId): Network | undefined;
}

/** A send, and about what it costs in smallest units. */
export interface QuotedSend extends Pick<SendIntent, 'account' | 'to' | 'amount'> {
  readonly fee: bigint;
}

const none: Request = { state: 'none' };

/** Whether a send that failed, and may have been sent, is no longer in doubt: the activity knows, or the person does. */
function isSettled(request: Request, sends: readonly SentEntry[]): boolean {
  if (request.state !== 'failed' || !request.mayBeSent || request.intent?.kind !== 'send') return false;
  const { account, to, amount } = request.intent;
  return !sends.some(
    ({ intent, ...send }) =>
      isInDoubt(send) && intent.account === account && intent.to === to && intent.amount === amount,
  );
}

/** A family's facts as its card shows them. */
export function useFamily(config: FamilyConfig): Family {
  const shell = useShell();
  const view = shell.view.family(config.id);
  const connection = useReadable(view.connection);
  const attempt = useReadable(view.attempt);
  const remote = useReadable(view.remote);
  const releaseStatus = useReadable(view.releaseStatus);
  const requested = useReadable(shell.request(config.id));
  const sends = useReadable(shell.activity).filter((one) => one.kind === 'sent');
  const request = isSettled(requested, sends) ? none : requested;
  const last = useRef<(() => Promise<unknown>) | undefined>(undefined);
  const quoted = useRef<QuotedSend>(undefined);
  const unaffected = useUnaffected(config.id);
  const facts = { connection, attempt, remote, releaseStatus };
  const card = toCardState(facts);
  return {
    config,
    card,
    pairing: useReadable(view.pairing),
    notice: toNotice({ ...facts, card, request }),
    commands: toCommands(shell.commands, config.id, last, 'accounts' in card ? card.accounts[0] : undefined),
    quoted,
    unaffected,
    network: (id) => config.networks.find((network) => network.id === id),
  };
}
