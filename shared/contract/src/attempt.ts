import type { WalletRef } from './connection.ts';
import type { Failure } from './failure.ts';

/** Names one attempt to connect; unique in the page. */
export type AttemptId = string;

/** The progress of an attempt, as its discovery reports it. */
export type Progress =
  /** The wallet shows its prompt. */
  | { readonly step: 'asking' }
  /** Past the deadline for software: a person reads the prompt, which has no deadline. */
  | { readonly step: 'waiting' }
  /** The wallet's own code is being loaded. */
  | { readonly step: 'loading' }
  /** The wallet opens a window, which needs a press of its own: see `AttemptOptions.pressed`. */
  | { readonly step: 'press' }
  /** Approved; the family's library adopts it. */
  | { readonly step: 'adopting' };

/** The latest attempt of a family. It may run while another wallet stays connected. */
export type Attempt =
  | { readonly state: 'none' }
  | {
      readonly state: 'running';
      readonly id: AttemptId;
      readonly wallet: WalletRef;
      readonly progress: Progress;
    }
  | {
      readonly state: 'failed';
      readonly id: AttemptId;
      readonly wallet: WalletRef;
      readonly failure: Failure;
    };
