import { describe, expect, it } from 'vitest';
import { isAccountId } from './facts.ts';
import {
  type AccountId,
  addressOf,
  isFamilyId,
  isNetworkId,
  namespaceOf,
  networkOf,
  toAccountId,
} from './ids.ts';

describe('a family id', () => {
  it.each(['evm', 'solana', 'near', 'a', 'a-2', 'a'.repeat(32)])('may be %s', (id) => {
    expect(isFamilyId(id)).toBe(true);
  });

  it.each(['', 'EVM', '2a', '-a', 'a_b', 'a b', 'evm\n', 'a'.repeat(33), 7, null, undefined])(
    'may not be %j',
    (id) => {
      expect(isFamilyId(id)).toBe(false);
    },
  );
});

describe('a network id', () => {
  it.each(['eip155:1', 'eip155:31337', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'near:testnet'])(
    'may be %s',
    (id) => {
      expect(isNetworkId(id)).toBe(true);
    },
  );

  it.each([
    'eip155',
    'eip155:',
    ':1',
    'ab:1',
    'EIP155:1',
    'eip155:1:0x',
    'eip155:1 ',
    `near:${'a'.repeat(33)}`,
    1,
  ])('may not be %j', (id) => {
    expect(isNetworkId(id)).toBe(false);
  });
});

describe('an account id', () => {
  it.each([
    'eip155:1:0xab',
    'near:mainnet:a.near',
    'near:mainnet:a%5Fb.near',
    `near:testnet:${'a'.repeat(128)}`,
  ])('may be %s', (id) => {
    expect(isAccountId(id)).toBe(true);
  });

  it.each([
    'eip155:1',
    'eip155:1:',
    'eip155:1:0x_1',
    `near:testnet:${'a'.repeat(129)}`,
    'eip155:1:0xab\n',
    {},
  ])('may not be %j', (id) => {
    expect(isAccountId(id)).toBe(false);
  });

  it.each(['near:mainnet:%', 'near:mainnet:%zz', 'near:mainnet:%FF'])(
    'may not hold an escape that cannot be written out: %s',
    (id) => {
      expect(isAccountId(id)).toBe(false);
    },
  );
});

describe('the parts of an id', () => {
  it('are its namespace, its network and its address', () => {
    const account: AccountId = 'eip155:31337:0xAb';
    expect(namespaceOf(account)).toBe('eip155');
    expect(namespaceOf('eip155:31337')).toBe('eip155');
    expect(networkOf(account)).toBe('eip155:31337');
    expect(addressOf(account)).toBe('0xAb');
  });

  it.each(['alice_1.near', 'ålice', 'a:b', '100%', '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'])(
    'give the address %s back as it was put in',
    (address) => {
      const id = toAccountId('near:testnet', address);
      expect(isAccountId(id)).toBe(true);
      expect(addressOf(id)).toBe(address);
      expect(networkOf(id)).toBe('near:testnet');
    },
  );
});
