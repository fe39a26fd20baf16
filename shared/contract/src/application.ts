import type { NetworkId } from './ids.ts';
import type { CallIntent, Sent } from './intent.ts';
import type { SendOptions } from './settle.ts';

/** A request of the page's application, as the chain's standard writes it (EIP-1193). The remote parses it. */
export interface ApplicationCall<Namespace extends string = string> {
  readonly method: string;
  readonly params?: unknown;
  /** The network that the application is on, also while no wallet is connected. */
  readonly network: NetworkId<Namespace>;
}

/** An application's request, read by the remote: nobody has been asked yet. */
export type Reading<Namespace extends string = string> =
  /** No person is asked: a node of the page answers, or the wallet by itself. */
  | { readonly asks: 'nobody'; answer(): Promise<unknown> }
  /** The page switches its network. `answer` is the result for the application, once that is done. */
  | { readonly asks: 'network'; readonly network: NetworkId<Namespace>; answer(): Promise<unknown> }
  /**
   * The wallet asks a person. `answer` has the wallet do it, as `Handle.send` does: it calls `noted` right before the wallet
   * is asked for a transaction. Rejects with a `SendCode`.
   */
  | { readonly asks: 'person'; readonly intent: CallIntent; answer(options: SendOptions): Promise<Answered> };

export interface Answered {
  /**
   * The result for the application, as the chain's standard writes it. Missing if that is the id of `sent` on the chain, which
   * has none yet: it is that of the transfer, once that has landed.
   */
  readonly value?: unknown;
  /** The transaction, if the request asked for one. Its outcome is a `Transfer`. */
  readonly sent?: Sent;
}
