import { formatUnits } from 'viem';
import type { Family } from '../families.ts';
import type { Network } from './network.ts';

/** An account as a person sees it in the wallet. */
export interface AccountLabel {
  /** Such as `Harbour`. */
  readonly name: string;
  /** The account in its chain's own writing. */
  readonly address: string;
}

/** One line of what is asked, such as Amount, 1.5 ETH. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** The fact of a transfer's amount, which is in the smallest unit of the network's coin. */
export function toAmountFact(amount: bigint, { decimals, symbol }: Network): Fact {
  // As wallets of NEAR write the proof that a full key signs.
  const isProof = amount === 1n && symbol === 'NEAR';
  return { label: 'Amount', value: isProof ? '1 yoctoNEAR' : `${formatUnits(amount, decimals)} ${symbol}` };
}

/** The facts of whom a transfer is from, and of where. */
export function toOriginFacts({ name, address }: AccountLabel, { title }: Network): readonly Fact[] {
  return [
    { label: 'From', value: `${name}, ${address}` },
    { label: 'Network', value: title },
  ];
}

/** What a wallet asks a person to approve, in plain words. */
export interface ApprovalRequest {
  readonly family: Family;
  /** The wallet that asks. */
  readonly wallet: string;
  /** The origin that asked the wallet. */
  readonly site: string;
  /** Such as `Connect to this site`. */
  readonly title: string;
  readonly facts: readonly Fact[];
  /** A text to be signed, shown as it is. */
  readonly text?: string;
  readonly choice?: AccountChoice;
  /** A sentence that explains. */
  readonly note?: string;
}

/** Accounts to pick from: one, or one and more. */
export interface AccountChoice {
  readonly picks: 'one' | 'several';
  readonly accounts: readonly AccountLabel[];
  /** Picked at first. */
  readonly picked: string;
}

/** What the person decided. `accounts` are the picked ones, the wallet's active one first. */
export type Answer =
  | { readonly kind: 'approved'; readonly accounts: readonly string[] }
  | { readonly kind: 'rejected' };

/** Shows one request; `waiting` tells how many more are behind it, whenever that changes. */
export type ShowRequest = (
  request: ApprovalRequest,
  waiting: (listener: (count: number) => void) => void,
  signal: AbortSignal,
) => Promise<Answer>;

/** Shows a request to a person; resolves when it is decided, and closes when the signal is aborted. */
export type Ask = (request: ApprovalRequest, signal: AbortSignal) => Promise<Answer>;

/** Lets one request at a time be shown, in the order they came, whichever wallet they are of. */
export function createRequestQueue(show: ShowRequest): Ask {
  let last: Promise<unknown> = Promise.resolve();
  let open = 0;
  let tell: (count: number) => void = () => undefined;
  const showNow = (request: ApprovalRequest, signal: AbortSignal) =>
    show(
      request,
      (listener) => {
        tell = listener;
        listener(open - 1);
      },
      signal,
    ).finally(() => {
      tell = () => undefined;
      open -= 1;
    });
  return (request, signal) => {
    open += 1;
    tell(open - 1);
    const answer = last.then(() => showNow(request, signal));
    last = answer.catch(() => undefined);
    return answer;
  };
}
