import { type AccountId, addressOf, LinkspanError, type Signed } from '@linkspan/contract';
import { verifyMs } from './limits.ts';
import { within } from './within.ts';

/**
 * A signature with what verifying it has found. `findSigner` answers which account has signed, or undefined if that is
 * none of the wallet's; if it rejects or is late, the signature stays unverified. Rejects with
 * `wallet/wrong-signature`, `wallet/other-signer`.
 */
export async function toVerified(
  signed: Signed,
  wallet: string,
  findSigner: () => Promise<AccountId | undefined>,
): Promise<Signed> {
  const { account } = signed;
  const finding = findSigner().then((signer) => ({ signer }));
  const found = await within(finding, verifyMs, () => new Error('too late')).catch(() => undefined);
  if (found === undefined) return signed;
  const { signer } = found;
  if (signer === account) return { ...signed, isVerified: true };
  if (signer === undefined) throw new LinkspanError('wallet/wrong-signature', { wallet });
  throw new LinkspanError('wallet/other-signer', {
    wallet,
    account: addressOf(account),
    signer: addressOf(signer),
  });
}
