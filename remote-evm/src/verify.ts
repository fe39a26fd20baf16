import { type AccountId, addressOf, codeOf, field, LinkspanError, type Signed } from '@linkspan/contract';
import { toVerified } from '@linkspan/kit/verified';
import {
  compactSignatureToSignature,
  erc6492SignatureValidatorByteCode,
  type Hex,
  parseCompactSignature,
  recoverAddress,
  serializeSignature,
} from 'viem';
import type { Request } from './history.ts';

/** A signature of a hash: of EIP-191, or of EIP-712. */
interface HashSigned {
  readonly account: AccountId;
  readonly hash: Hex;
  readonly signature: string;
}

/** Who is to sign, and how that is verified. */
export interface Asked {
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly account: AccountId;
  /** All accounts that the wallet shows. */
  readonly accounts: readonly AccountId[];
  /** Opens the account's chain. Throws `wallet/network-unsupported` if the page does not have it. */
  openRequest(): Request;
}

/** Asks for signatures of texts, too. */
export interface Signer extends Asked {
  /** Asks the wallet (EIP-191). Rejects with the code of the wallet's error. */
  ask(message: string): Promise<string>;
}

/** 65 bytes of a key, or 64 (EIP-2098); a wallet that is a contract takes as many as it likes (EIP-1271). */
const signatureForm = /^0x([0-9a-f]{2}){64,}$/i;

/**
 * A wallet's answer as a signature of a hash, verified. Rejects with `wallet/malformed`, `wallet/wrong-signature`,
 * `wallet/other-signer`.
 */
export async function verifyAnswer(
  answer: unknown,
  hash: Hex,
  asked: Asked,
): Promise<Pick<Signed, 'account' | 'signature' | 'isVerified'>> {
  const { wallet, account } = asked;
  if (typeof answer !== 'string' || !signatureForm.test(answer))
    throw new LinkspanError('wallet/malformed', { wallet, place: 'signature' });
  const signature = await toKeyForm({ account, hash, signature: answer });
  const signed = { account, signature };
  return toVerified(signed, wallet, () => findSigner({ ...signed, hash }, asked));
}

/**
 * The account that has signed a hash: by recovery, else by its chain (EIP-1271, EIP-6492). Undefined if it is
 * none of the wallet's. Rejects if only the chain can decide, and does not: viem's own `verifyMessage` returns false then.
 */
async function findSigner(
  { account, hash, signature }: HashSigned,
  { accounts, openRequest }: Asked,
): Promise<AccountId | undefined> {
  const signed = { hash, signature: signature as Hex };
  const recovered = await recover(hash, signature);
  const isRecovered = (one: AccountId) => addressOf(one).toLowerCase() === recovered;
  if (isRecovered(account)) return account;
  const isValid = await isByContract({ ...signed, address: addressOf(account) }, openRequest());
  return isValid ? account : accounts.find(isRecovered);
}

/**
 * A signature as `0x` and 65 bytes if it is the account's key that gave it in 64 (EIP-2098): most verifiers know no other
 * form. Any other signature as it is; a contract accepts the form of its wallet.
 */
async function toKeyForm({ account, hash, signature }: HashSigned): Promise<string> {
  if (signature.length !== compactLength) return signature;
  const isOwn = (await recover(hash, signature)) === addressOf(account).toLowerCase();
  return isOwn ? expand(signature) : signature;
}

/** The address whose key has signed a hash, in lower case; undefined if none has. */
async function recover(hash: Hex, signature: string): Promise<string | undefined> {
  try {
    return (await recoverAddress({ hash, signature: expand(signature) })).toLowerCase();
  } catch {
    return undefined;
  }
}

/**
 * A signature of 64 bytes in 65 (EIP-2098); any other as it is. Throws if its numbers are none of the curve. Its
 * imports of viem also load the curve with this file, instead of in the middle of a recovery.
 */
function expand(signature: string): Hex {
  if (signature.length !== compactLength) return signature as Hex;
  return serializeSignature(compactSignatureToSignature(parseCompactSignature(signature as Hex)));
}

interface ContractSigned {
  readonly address: string;
  readonly hash: Hex;
  readonly signature: Hex;
}

/** `0x` and 65 or 64 bytes: signatures by keys, and by some contracts. */
const keyFormLength = 132;
const compactLength = 130;

/** Asks the validator of EIP-6492, which a node runs without deploying it; it also knows EIP-1271. */
async function isByContract(
  { address, hash, signature }: ContractSigned,
  request: Request,
): Promise<boolean> {
  const code = await request({ method: 'eth_getCode', params: [address, 'latest'] });
  if (code === '0x' && [keyFormLength, compactLength].includes(signature.length)) return false;
  const data = erc6492SignatureValidatorByteCode + toArguments(address, hash, signature);
  const answer = await request({ method: 'eth_call', params: [{ data }, 'latest'] }).catch(
    toInvalidIfReverted,
  );
  if (typeof answer === 'string' && /^0x0*[01]$/.test(answer)) return answer.endsWith('1');
  throw new Error('The node did not run the validator');
}

/** An address, 32 bytes, and as many bytes as there are, in words of 32 bytes (Contract ABI Specification). */
function toArguments(address: string, hash: Hex, signature: Hex): string {
  const toWord = (number: number) => number.toString(16).padStart(64, '0');
  const bytes = signature.slice(2);
  const filled = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0');
  return [
    address.slice(2).padStart(64, '0'),
    hash.slice(2),
    toWord(96),
    toWord(bytes.length / 2),
    filled,
  ].join('');
}

/** EIP-1474 has 3 for a call that was reverted; some nodes have a number of their own, or only say it. */
function toInvalidIfReverted(error: unknown): string {
  const isReverted = [3, -32015].includes(Number(field(error, 'code'))) || /revert/i.test(String(error));
  if (codeOf(error) === undefined && isReverted) return '0x00';
  throw error;
}
