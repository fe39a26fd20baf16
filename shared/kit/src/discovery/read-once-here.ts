import { LinkspanError, type RestoreOptions, raceRead } from '@linkspan/contract';

/** The coming of a wallet; `name` as people call it. */
export interface Arrival<Wallet> {
  readonly name: string;
  whenHere(): Promise<Wallet>;
}

/**
 * Reads from a wallet once it is here, both within the deadline. Rejects with `wallet/absent` where it did not come,
 * `wallet/timeout` where it came and did not answer, `wallet/cancelled`.
 */
export async function readOnceHere<Wallet, Answer>(
  { name, whenHere }: Arrival<Wallet>,
  { signal, deadlineMs }: Pick<RestoreOptions, 'signal' | 'deadlineMs'>,
  read: (wallet: Wallet) => Promise<Answer>,
): Promise<Answer> {
  let isHere = false;
  let isOver = false;
  try {
    return await raceRead(name, { signal, deadlineMs }, async () => {
      const wallet = await whenHere();
      // A wallet that comes too late is asked nothing.
      if (isOver) throw new LinkspanError('wallet/timeout', { wallet: name });
      isHere = true;
      return read(wallet);
    });
  } catch (cause) {
    if (isHere || signal.aborted) throw cause;
    throw new LinkspanError('wallet/absent', { wallet: name }, { cause });
  } finally {
    isOver = true;
  }
}
