import {
  type Accounts,
  type Attempt,
  type Capability,
  type Connection,
  type Failure,
  type Intent,
  isConnectedTo,
  isWaiting,
  type NetworkId,
  type Progress,
  type ReleaseStatus,
  type RemoteState,
  type RequestInput,
  type WalletRef,
} from '@linkspan/contract';
import { type Asking, isAsking, type Request } from '../../session/request.ts';
import { isChoice } from '../facts.ts';

/** The composition of a card and its data. `status` is the word on the card. */
export type CardState =
  | { readonly status: 'disconnected' }
  | { readonly status: 'connecting'; readonly wallet: WalletRef; readonly progress: Progress }
  | {
      readonly status: 'connected';
      readonly wallet: WalletRef;
      readonly accounts: Accounts;
      readonly capabilities: readonly Capability[];
      readonly isUnverified?: true;
      readonly appUrl?: string;
    }
  | { readonly status: 'reconnecting'; readonly wallet: WalletRef; readonly accounts: Accounts }
  | { readonly status: 'unavailable'; readonly failure: Failure; readonly step: 'again' | 'reload' };

/** A card with an account: in use, or as it was last seen. */
export type WithAccount = CardState & { status: 'connected' | 'reconnecting' };

/** The facts of a card. */
interface CardFacts {
  readonly connection: Connection;
  readonly attempt: Attempt;
  readonly remote: RemoteState;
  readonly releaseStatus: ReleaseStatus;
}

/** A failed remote or a stopped release takes the card, unless a wallet is still connected. */
export function toCardState({ connection, attempt, remote, releaseStatus }: CardFacts): CardState {
  if (connection.status === 'connected') return connection;
  if (releaseStatus.state === 'stopped')
    return { status: 'unavailable', failure: releaseStatus.failure, step: 'reload' };
  if (remote.stage === 'failed') return { status: 'unavailable', failure: remote.failure, step: remote.step };
  if (connection.status === 'reconnecting') return connection;
  if (attempt.state === 'running')
    return { status: 'connecting', wallet: attempt.wallet, progress: attempt.progress };
  if (connection.status === 'connecting' && attempt.state === 'none')
    return { status: 'connecting', wallet: connection.wallet, progress: { step: 'asking' } };
  return { status: 'disconnected' };
}

/** A running request, as the page shows it. */
type Shown<Kind extends Asking['state']> = Asking & { readonly state: Kind; readonly kind: Kind };

/** The notice of a card; at most one at a time. */
export type NoticeState =
  | { readonly kind: 'none' }
  | Shown<'checking'>
  | Shown<'asking'>
  | Shown<'switching'>
  /** Another wallet is being asked while one stays connected. */
  | { readonly kind: 'attempt'; readonly wallet: WalletRef; readonly progress: Progress }
  /** The release may not sign any more. */
  | { readonly kind: 'stopped'; readonly failure: Failure }
  | {
      readonly kind: 'request-failed';
      readonly failure: Failure;
      readonly input?: RequestInput;
      readonly intent?: Intent;
      readonly network?: NetworkId;
      readonly mayBeSent?: true;
    }
  | { readonly kind: 'attempt-failed'; readonly failure: Failure; readonly wallet: WalletRef }
  | { readonly kind: 'remote-failed'; readonly failure: Failure; readonly step: 'again' | 'reload' }
  /** The wallet shows no account for now, and is asked again silently. */
  | { readonly kind: 'waiting'; readonly failure: Failure; readonly wallet: WalletRef }
  | { readonly kind: 'ended'; readonly failure: Failure };

/** Whether the account stays in full view: there is no notice, or one in the place of the actions. */
export function isBrief(notice: NoticeState): boolean {
  return (
    notice.kind === 'none' || ('failure' in notice && (isChoice(notice.failure) || isDone(notice.failure)))
  );
}

/** Whether a command has done what it could: nothing has failed, and nothing is left to try here. */
export function isDone({ code }: Failure): boolean {
  return code === 'wallet/keeps-permission';
}

/** The facts of a notice. */
interface NoticeFacts extends CardFacts {
  readonly card: CardState;
  readonly request: Request;
}

/** In order: a running request, a stopped release, a failed request, and failures that nobody caused by a press. */
export function toNotice({
  card,
  connection,
  attempt,
  remote,
  releaseStatus,
  request,
}: NoticeFacts): NoticeState {
  if (card.status === 'unavailable' || card.status === 'connecting') return { kind: 'none' };
  if (isAsking(request)) return { ...request, kind: request.state } as NoticeState;
  if (attempt.state === 'running' && !isTakenOver(attempt, connection))
    return { kind: 'attempt', wallet: attempt.wallet, progress: attempt.progress };
  if (releaseStatus.state === 'stopped') return { kind: 'stopped', failure: releaseStatus.failure };
  if (request.state === 'failed') return { ...request, kind: 'request-failed' };
  if (attempt.state === 'failed' && !isForReload(remote, attempt.failure))
    return { kind: 'attempt-failed', failure: attempt.failure, wallet: attempt.wallet };
  if (remote.stage === 'failed') return { kind: 'remote-failed', failure: remote.failure, step: remote.step };
  if (isWaiting(connection))
    return { kind: 'waiting', failure: connection.failure, wallet: connection.wallet };
  if (connection.status === 'disconnected' && connection.failure)
    return { kind: 'ended', failure: connection.failure };
  return { kind: 'none' };
}

/** The wallet of the attempt is connected already. */
function isTakenOver({ progress, wallet }: Attempt & { state: 'running' }, connection: Connection): boolean {
  return progress.step === 'adopting' && isConnectedTo(connection, wallet.id);
}

/** The wallet received no request, and only a reload helps. */
function isForReload(remote: NoticeFacts['remote'], { code }: Failure): boolean {
  return remote.stage === 'failed' && remote.step === 'reload' && remote.failure.code === code;
}
