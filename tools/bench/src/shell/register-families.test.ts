import { expect, it } from 'vitest';
import { registerFamilies } from './register-families.ts';

it('registers as many families as are asked for, none of them twice, on networks of their kind', () => {
  const { families } = registerFamilies(7, {});
  expect(families.map(({ id, title, remote }) => [id, title, remote.name])).toEqual([
    ['evm', 'Ethereum', 'remote-evm'],
    ['solana', 'Solana', 'remote-solana'],
    ['near', 'NEAR', 'remote-near'],
    ['evm-2', 'Ethereum 2', 'remote-evm-2'],
    ['solana-2', 'Solana 2', 'remote-solana-2'],
    ['near-2', 'NEAR 2', 'remote-near-2'],
    ['evm-3', 'Ethereum 3', 'remote-evm-3'],
  ]);
  expect(families[5]?.networks).toEqual(families[2]?.networks);
});

it('registers no practice wallets', () => expect(registerFamilies(1, {})).not.toHaveProperty('practice'));
