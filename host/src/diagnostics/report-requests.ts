import type { Code, FamilyId, Readable, View } from '@linkspan/contract';
import type { PageEvent } from '../events.ts';
import type { Request } from '../session/request.ts';
import type { Reporting } from './report.ts';

type Asked = (PageEvent & { readonly kind: 'request' })['request'];

interface Begun {
  readonly asked: Asked;
  readonly at: number;
  readonly wallet: string | undefined;
  /** Whether it has come as far as the wallet. */
  readonly isAsked: boolean;
}

/** Tells how each request ended that a wallet was asked beside connecting. Returns what ends it. */
export function reportRequests(
  view: View,
  request: (family: FamilyId) => Readable<Request>,
  tell: Reporting,
): () => void {
  const ends = view.families.map((family) => {
    const walletOf = () => {
      const connection = view.family(family).connection.get();
      return connection.status === 'connected' ? connection.wallet.id : undefined;
    };
    return tellOf(family, request(family), walletOf, tell);
  });
  return () => {
    for (const end of ends) end();
  };
}

function tellOf(
  family: FamilyId,
  request: Readable<Request>,
  walletOf: () => string | undefined,
  { emit, now }: Reporting,
): () => void {
  let begun: Begun | undefined;
  return request.listen((state) => {
    const before = begun;
    const asked = toAsked(state);
    begun = asked && { at: now(), wallet: walletOf(), ...before, asked, isAsked: state.state !== 'checking' };
    if (begun !== undefined || before === undefined) return;
    const code = state.state === 'failed' ? state.failure.code : toUntold(before, walletOf());
    const durationMs = now() - before.at;
    emit({ kind: 'request', family, request: before.asked, durationMs, ...(code !== undefined && { code }) });
  });
}

/** Why a request is over where nobody says so: its wallet has gone, or was not even asked when it was cancelled. */
function toUntold({ wallet, isAsked }: Begun, now: string | undefined): Code | undefined {
  if (now !== wallet) return 'wallet/not-connected';
  return isAsked ? undefined : 'wallet/cancelled';
}

/** What a wallet is being asked for; undefined while it is not. */
function toAsked(request: Request): Asked | undefined {
  if (request.state === 'none' || request.state === 'failed') return undefined;
  return request.state === 'switching' ? 'network' : request.intent.kind;
}
