import { hasCode, LinkspanError, type RestoreOptions, raceRead } from '@linkspan/contract';

/** The wallet that is waited for; `name` as people call it. */
export interface Awaited<Wallet> {
  readonly name: string;
  whenHere(signal: AbortSignal): Promise<Wallet>;
}

/**
 * Reads from a wallet once it is here, both within the deadline. Rejects with `wallet/absent` where it did not come,
 * `wallet/timeout` where it came and did not answer, `wallet/cancelled`.
 */
export async function readOnceHere<Wallet, Answer>(
  { name, whenHere }: Awaited<Wallet>,
  limits: Pick<RestoreOptions, 'signal' | 'deadlineMs'>,
  read: (wallet: Wallet) => Promise<Answer>,
): Promise<Answer> {
  const ended = new AbortController();
  let isHere = false;
  try {
    return await raceRead(name, limits, async () => {
      const wallet = await whenHere(ended.signal);
      isHere = true;
      return read(wallet);
    });
  } catch (cause) {
    if (isHere || !hasCode(cause, 'wallet/timeout')) throw cause;
    throw new LinkspanError('wallet/absent', { wallet: name }, { cause });
  } finally {
    ended.abort();
  }
}
