import type { WalletRef } from './connection.ts';
import type { Failure } from './failure.ts';

/** Names one attempt to connect; unique in the page. */
export type AttemptId = string;

/** How far an attempt is, as its discovery reports it. */
export type Progress =
  /** The wallet has been asked and shows its prompt. */
  | { readonly step: 'asking' }
  /** Past the deadline for software: a person is looking at the prompt, so it is not cut off. */
  | { readonly step: 'waiting' }
  /** The wallet's own code is being loaded. */
  | { readonly step: 'loading' }
  /** The wallet opens a window, which takes a press of its own: see `AttemptOptions.pressed`. */
  | { readonly step: 'press' }
  /** Approved; the family's library takes it over. */
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
