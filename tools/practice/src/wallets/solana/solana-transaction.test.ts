import { ed25519 } from '@noble/curves/ed25519.js';
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import nacl from 'tweetnacl';
import { describe, expect, it } from 'vitest';
import { testNetworks } from '../testing/test-page.ts';
import { describeSolana } from './describe-solana.ts';
import { isTransactionMessage } from './is-transaction-message.ts';
import { firstSolanaKeys } from './solana-keys.ts';
import { parseSolanaTransaction, putSignature } from './solana-transaction.ts';

const [harbour, pier] = firstSolanaKeys;
const payer = new PublicKey(harbour.publicKey);
const other = Keypair.fromSeed(new Uint8Array(32).fill(7));
const to = new PublicKey(pier?.publicKey ?? []);
const recentBlockhash = new PublicKey(new Uint8Array(32).fill(9)).toBase58();
const transfer = SystemProgram.transfer({ fromPubkey: payer, toPubkey: to, lamports: 1_250_000_000 });
const fromOther = SystemProgram.transfer({ fromPubkey: other.publicKey, toPubkey: to, lamports: 1 });

const legacy = () =>
  new Transaction({ feePayer: payer, recentBlockhash })
    .add(transfer, fromOther)
    .serialize({ requireAllSignatures: false });
const version0 = () => {
  const message = { payerKey: payer, recentBlockhash, instructions: [transfer, fromOther] };
  return new VersionedTransaction(new TransactionMessage(message).compileToV0Message()).serialize();
};

describe.each([
  ['legacy', legacy],
  ['version 0', version0],
])('a %s transaction', (_version, build) => {
  const bytes = () => Uint8Array.from(build());

  it('names its signers, the payer first', () => {
    expect(parseSolanaTransaction(bytes()).signers).toEqual([harbour.address, other.publicKey.toBase58()]);
  });

  it('carries a signature that tweetnacl verifies, and web3.js finds in its place', () => {
    const parsed = parseSolanaTransaction(bytes());
    const signature = ed25519.sign(parsed.message, harbour.seed);
    const signed = putSignature(bytes(), parsed, { address: harbour.address, signature });
    expect(nacl.sign.detached.verify(parsed.message, signature, harbour.publicKey)).toBe(true);
    const read = VersionedTransaction.deserialize(signed);
    expect(read.signatures[0]).toEqual(signature);
    expect(Uint8Array.from(read.message.serialize())).toEqual(parsed.message);
  });

  it('keeps a signature that is already there', () => {
    const partly = VersionedTransaction.deserialize(bytes());
    partly.sign([other]);
    const before = partly.serialize();
    const parsed = parseSolanaTransaction(before);
    const signature = new Uint8Array(64).fill(1);
    const signed = putSignature(before, parsed, { address: harbour.address, signature });
    expect(VersionedTransaction.deserialize(signed).signatures).toEqual([signature, partly.signatures[1]]);
  });

  it('is described by amount and recipient', () => {
    expect(describeSolana(parseSolanaTransaction(bytes()), testNetworks.solana[0])).toEqual([
      { label: 'Amount', value: '1.25 SOL' },
      { label: 'To', value: pier?.address },
      { label: 'Amount', value: '0.000000001 SOL' },
      { label: 'To', value: pier?.address },
    ]);
  });

  it('takes no signature of an account that does not sign it', () => {
    const given = { address: pier?.address ?? '', signature: new Uint8Array(64) };
    expect(() => putSignature(bytes(), parseSolanaTransaction(bytes()), given)).toThrow('needs no signature');
  });

  it('is refused when it is cut short', () => {
    expect(() => parseSolanaTransaction(bytes().slice(0, -20))).toThrow('ends too early');
  });

  it('is known when it poses as a message', () => {
    expect(isTransactionMessage(parseSolanaTransaction(bytes()).message)).toBe(true);
  });
});

it('refuses a version it does not know', () => {
  const bytes = Uint8Array.from(version0());
  bytes[1 + 2 * 64] = 129;
  expect(() => parseSolanaTransaction(bytes)).toThrow('version 1');
});

it('takes a plain text for no transaction', () => {
  expect(isTransactionMessage(new TextEncoder().encode('Hello, harbour'))).toBe(false);
});
