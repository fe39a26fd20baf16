import { HDNodeWallet, Mnemonic } from 'ethers';
import { expect, it } from 'vitest';
import { PRACTICE_MNEMONIC } from '../../accounts.ts';
import { firstEvmKeys, secondEvmKeys } from './evm-keys.ts';

it('holds the first five accounts of the practice mnemonic, as ethers derives them', () => {
  const mnemonic = Mnemonic.fromPhrase(PRACTICE_MNEMONIC);
  const derived = [0, 1, 2, 3, 4].map((index) =>
    HDNodeWallet.fromMnemonic(mnemonic, `m/44'/60'/0'/0/${index}`),
  );
  const held = [...firstEvmKeys, ...secondEvmKeys];
  expect(held.map(({ address }) => address)).toEqual(derived.map(({ address }) => address));
  expect(held.map(({ privateKey }) => privateKey)).toEqual(derived.map(({ privateKey }) => privateKey));
});
