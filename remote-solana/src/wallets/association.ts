import { field, LinkspanError } from '@linkspan/contract';
import { detailOf } from '@linkspan/kit/failures';
import { appAnswerMs, appOpenMs, appReturnMs } from '@linkspan/kit/limits';
import { raceRead } from '@linkspan/kit/race';
import { hasName } from '@linkspan/kit/unwrap';
import { type MobileWallet, startScenario } from '@solana-mobile/mobile-wallet-adapter-protocol';

export interface Association {
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  /** The https address that opens one app; without it, Android asks which one. */
  readonly base?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Opens a wallet app and asks it (Mobile Wallet Adapter 2.0, "Local URI"); the association ends with this call. It must be
 * called in a press. Rejects with `wallet/window-blocked` outside of one, `wallet/absent` if no app opens, `wallet/closed`,
 * `wallet/timeout`, `wallet/cancelled`, and with the app's own errors: see `toAppError`.
 */
export async function associate<Answer>(
  { wallet, base, signal }: Association,
  ask: (app: MobileWallet) => Promise<Answer>,
): Promise<Answer> {
  if (signal.aborted) throw new LinkspanError('wallet/cancelled', { wallet });
  // A browser would not open the app, and the package would say that there is none.
  if (!navigator.userActivation.isActive) throw new LinkspanError('wallet/window-blocked', { wallet });
  const over = new AbortController();
  const opening = startScenario(base === undefined ? undefined : { baseUri: base });
  try {
    const open = async () => (await opening).wallet;
    const app = await raceRead(wallet, { signal, deadlineMs: appOpenMs }, open);
    const answer = () => Promise.race([ask(app), whenBack(wallet, over.signal)]);
    return await raceRead(wallet, { signal, deadlineMs: appAnswerMs }, answer);
  } catch (cause) {
    throw toOpeningError(cause, wallet);
  } finally {
    over.abort();
    // A late connection is closed too.
    opening.then(
      ({ close }) => close(),
      () => undefined,
    );
  }
}

/**
 * Rejects with `wallet/timeout` once the person has been back on the page for a while: the package does not report
 * that a connected app has gone.
 */
function whenBack(wallet: string, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible') return;
      timer = setTimeout(() => reject(new LinkspanError('wallet/timeout', { wallet })), appReturnMs);
    };
    document.addEventListener('visibilitychange', look, { signal });
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}

const openingCodes = {
  ERROR_WALLET_NOT_FOUND: 'wallet/absent',
  ERROR_SESSION_TIMEOUT: 'wallet/timeout',
  ERROR_SESSION_CLOSED: 'wallet/closed',
} as const;

/** The package's error for an app that it could not connect to. */
function toOpeningError(cause: unknown, wallet: string): unknown {
  if (!hasName(cause, 'SolanaMobileWalletAdapterError')) return cause;
  const code = openingCodes[field(cause, 'code') as keyof typeof openingCodes];
  if (code !== undefined) return new LinkspanError(code, { wallet }, { cause });
  return new LinkspanError('wallet/failed', { wallet, detail: detailOf(cause) }, { cause });
}

/** An app's error by the protocol's own numbers; any other stays as it is. `isKnown`: it was given a token of its own. */
export function toAppError(cause: unknown, wallet: string, isKnown: boolean): unknown {
  if (!hasName(cause, 'SolanaMobileWalletAdapterProtocolError')) return cause;
  switch (field(cause, 'code')) {
    case -1:
      return new LinkspanError(isKnown ? 'wallet/revoked' : 'wallet/rejected', { wallet }, { cause });
    case -3:
      return new LinkspanError('wallet/rejected', { wallet }, { cause });
    // It has signed: whatever it says, this was no refusal.
    case -4:
      return new LinkspanError('wallet/failed', { wallet, detail: detailOf(cause) }, { cause });
    default:
      return cause;
  }
}
