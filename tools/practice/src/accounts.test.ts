import { KeyPair } from '@near-js/crypto';
import { base58 } from '@scure/base';
import { Keypair } from '@solana/web3.js';
import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { evmAccounts, nearAccounts, PRACTICE_MNEMONIC, solanaAccounts } from './accounts.ts';

describe('the practice accounts', () => {
  it('of EVM are the first three of the mnemonic', () => {
    const derived = [0, 1, 2].map(
      (addressIndex) => mnemonicToAccount(PRACTICE_MNEMONIC, { addressIndex }).address,
    );
    expect(evmAccounts.map(({ address }) => address)).toEqual(derived);
    expect(evmAccounts.map(({ privateKey }) => privateKeyToAddress(privateKey))).toEqual(derived);
  });

  it('of Solana have the addresses that @solana/web3.js makes of their seeds', () => {
    const made = solanaAccounts.map(({ seed }) => Keypair.fromSeed(seed).publicKey.toBase58());
    expect(solanaAccounts.map(({ address }) => address)).toEqual(made);
  });

  it('of NEAR have the public keys that @near-js/crypto makes of their seeds', () => {
    for (const { seed, publicKey } of nearAccounts) {
      const key = base58.decode(publicKey.slice('ed25519:'.length));
      const pair = KeyPair.fromString(`ed25519:${base58.encode(Uint8Array.from([...seed, ...key]))}`);
      expect(pair.getPublicKey().toString()).toBe(publicKey);
      const signature = pair.sign(Uint8Array.of(1)).signature;
      expect(pair.getPublicKey().verify(Uint8Array.of(1), signature)).toBe(true);
    }
  });

  it('have the same three names in each family', () => {
    for (const accounts of [evmAccounts, solanaAccounts, nearAccounts])
      expect(accounts.map(({ name }) => name)).toEqual(['Harbour', 'Pier', 'Lantern']);
    expect(nearAccounts.map(({ accountId }) => accountId)).toEqual([
      'harbour.practice',
      'pier.practice',
      'lantern.practice',
    ]);
  });
});
