import { type AccountId, addressOf, LinkspanError, type Signed } from '@linkspan/contract';
import type { Address } from 'viem';
import { toSignError } from './failures.ts';
import type { Library } from './library.ts';

/** Who is to sign. */
export interface Signer {
  readonly library: Library;
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly account: AccountId;
}

/** 65 bytes of a key; a wallet that is a contract takes as many as it likes (EIP-1271). */
const signatureForm = /^0x([0-9a-f]{2}){65,}$/i;

/** Has a text signed by EIP-191. Rejects with `wallet/malformed`, `wallet/account-changed`, and as the wallet does. */
export async function sign({ library, wallet, account }: Signer, message: string): Promise<Signed> {
  const signature = await library
    .signMessage(addressOf(account) as Address, message)
    .catch((error: unknown) => {
      throw toSignError(error, { wallet, method: 'personal_sign', account });
    });
  if (signatureForm.test(signature)) return { account, message, scheme: 'eip191', signature };
  throw new LinkspanError('wallet/malformed', { wallet, place: 'signature' });
}
