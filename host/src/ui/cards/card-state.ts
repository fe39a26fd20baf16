import type {
  Accounts,
  Attempt,
  Capability,
  Connection,
  Failure,
  Progress,
  ReleaseStatus,
  RemoteState,
  WalletRef,
} from '@linkspan/contract';

/** Which of its compositions a card shows, and what that needs. `status` is the word on the card. */
export type CardState =
  | { readonly status: 'disconnected' }
  | { readonly status: 'connecting'; readonly wallet: WalletRef; readonly progress: Progress }
  | {
      readonly status: 'connected';
      readonly wallet: WalletRef;
      readonly accounts: Accounts;
      readonly capabilities: readonly Capability[];
      readonly isUnverified?: true;
    }
  | { readonly status: 'reconnecting'; readonly wallet: WalletRef; readonly accounts: Accounts }
  | { readonly status: 'unavailable'; readonly failure: Failure; readonly step: 'again' | 'reload' };

/** A card with an account: in use, or as it was last seen. */
export type WithAccount = CardState & { status: 'connected' | 'reconnecting' };

/** What a card's composition is chosen from. */
export interface CardFacts {
  readonly connection: Connection;
  readonly attempt: Attempt;
  readonly remote: RemoteState;
  readonly releaseStatus: ReleaseStatus;
}

/** A remote that failed, or whose release was stopped, takes the card, unless a wallet is still connected. */
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
