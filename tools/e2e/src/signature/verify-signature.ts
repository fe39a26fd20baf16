import { createHash } from 'node:crypto';
import { decodeBase58, toBeHex, verifyMessage } from 'ethers';
import nacl from 'tweetnacl';
import { ask } from '../chain/read-balance.ts';
import { near } from '../page/families.ts';

/** What the page shows of a signature, by field. */
type Fields = Readonly<Record<string, string>>;

/** NEP-413: the tag 2^31 + 413 before everything that is signed. */
const nep413Tag = 2_147_484_061;

/**
 * Whether a signature that the page shows is the account's own over the message that it shows, by libraries that
 * the product does not use for it. `address` is in the chain's own writing.
 */
export async function isSignedBy(fields: Fields, address: string): Promise<boolean> {
  switch (fields.scheme) {
    case 'eip191':
      return verifyMessage(fields.message ?? '', fields.signature ?? '') === address;
    case 'solana:ed25519':
      return nacl.sign.detached.verify(
        Buffer.from(fields.message ?? '', 'utf8'),
        fromBase58(fields.signature ?? '', 64),
        fromBase58(address, 32),
      );
    case 'nep413':
      return isNep413(fields) && (await isFullAccess(address, fields.publicKey ?? ''));
    default:
      return false;
  }
}

function isNep413({
  message = '',
  nonce = '',
  recipient = '',
  signature = '',
  publicKey = '',
}: Fields): boolean {
  const payload = Buffer.concat([
    toU32(nep413Tag),
    toBorshText(message),
    Buffer.from(nonce, 'base64'),
    toBorshText(recipient),
    // No callbackUrl.
    Buffer.from([0]),
  ]);
  return nacl.sign.detached.verify(
    createHash('sha256').update(payload).digest(),
    Buffer.from(signature, 'base64'),
    fromBase58(publicKey.replace('ed25519:', ''), 32),
  );
}

/** NEP-413, "Verification": anyone can make a key; the account's own are those that the chain knows. */
async function isFullAccess(account_id: string, public_key: string): Promise<boolean> {
  const query = { request_type: 'view_access_key', finality: 'final', account_id, public_key };
  const { permission } = await ask<{ permission: unknown }>(near.networks[0].rpcUrl, 'query', query);
  return permission === 'FullAccess';
}

function fromBase58(text: string, bytes: number): Uint8Array {
  return Buffer.from(toBeHex(decodeBase58(text), bytes).slice(2), 'hex');
}

function toBorshText(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  return Buffer.concat([toU32(bytes.length), bytes]);
}

function toU32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
