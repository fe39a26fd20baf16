import {
  type AccountId,
  LinkspanError,
  networkOf,
  type Signed,
  type SignInRequest,
  toAccountId,
} from '@linkspan/contract';
import { raceRequest } from '@linkspan/kit/race';
import { toSignInText } from '@linkspan/kit/sign-in';
import { toVerified } from '@linkspan/kit/verified';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromHexAddress } from './address.ts';
import type { Provider } from './provider.ts';

/** Who is to sign. */
export interface Signer {
  readonly provider: Provider;
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly account: AccountId;
  /** Ends the request to the wallet. */
  readonly signal: AbortSignal;
}

/**
 * Has a text signed by `signMessageV2` of tronWeb, whose prefix follows TIP-191, and recovers who has signed it. Rejects
 * with `wallet/malformed`, `wallet/wrong-signature`, `wallet/other-signer`, `wallet/cancelled`, and as the wallet does.
 */
export async function sign({ provider, wallet, account, signal }: Signer, text: string): Promise<Signed> {
  const signature = await raceRequest(wallet, signal, () => provider.sign('signMessageV2', text));
  if (typeof signature !== 'string' || !/^0x[\da-f]{130}$/i.test(signature))
    throw new LinkspanError('wallet/malformed', { wallet, place: 'signature' });
  const signed = { account, message: text, scheme: 'x-tron', signature } as const;
  return toVerified(signed, wallet, async () => {
    const address = recoverAddress(text, signature);
    return address === undefined ? undefined : toAccountId(networkOf(account), address);
  });
}

/** Has a sign-in signed, as `sign`. Rejects also with `config/malformed`. */
export async function signIn(signer: Signer, intent: SignInRequest): Promise<Signed> {
  return sign(signer, toSignInText(intent, 'Tron'));
}

/** The address of the key that has signed a text; undefined if no key has. */
function recoverAddress(text: string, signature: string): string | undefined {
  const message = utf8ToBytes(text);
  const prefix = utf8ToBytes(`\x19TRON Signed Message:\n${message.length}`);
  const bytes = hexToBytes(signature.slice(2));
  // r, s, and 27 or 28; a Ledger has 0 or 1.
  const recovery = (bytes[64] ?? 0) % 27;
  try {
    const key = secp256k1.recoverPublicKey(
      concatBytes(Uint8Array.of(recovery), bytes.subarray(0, 64)),
      keccak_256(concatBytes(prefix, message)),
      { prehash: false },
    );
    const point = secp256k1.Point.fromBytes(key).toBytes(false).subarray(1);
    return fromHexAddress(`41${bytesToHex(keccak_256(point).subarray(12))}`);
  } catch {
    return undefined;
  }
}
