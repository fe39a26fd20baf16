import { expect, it } from 'vitest';
import { toRecipientError } from './recipient.ts';

const owns = ['Ethereum', 'Solana', 'NEAR'] as const;

const addresses = [
  ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 'Ethereum'],
  ['0XD8DA6BF26964AF9D7EED9E03E53415D37AA96045', 'Ethereum'],
  ['vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg', 'Solana'],
  ['11111111111111111111111111111111', 'Solana'],
  ['SysvarC1ock11111111111111111111111111111111', 'Solana'],
  ['alice.near', 'NEAR'],
  ['Dev-1.Alice.testnet', 'NEAR'],
  ['98793cd91a3f870fb126f66285808c7e094afcfc4eda8a970f6648cdf0dbd6de', 'NEAR'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'Bitcoin'],
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'Bitcoin'],
  ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'Bitcoin'],
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'Bitcoin'],
  ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'Bitcoin'],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'Tron'],
  ['cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq', 'Cosmos'],
  ['EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N', 'TON'],
] as const;

it.each(addresses)('%s is an address of %s for every other family', (value, kind) => {
  for (const own of owns) {
    const error = toRecipientError(value, own);
    if (own === kind) expect(error).toMatchObject({ code: 'input/recipient', context: { value } });
    else expect(error).toMatchObject({ code: 'input/recipient-family', context: { value, kind } });
  }
});

it.each(['vitalik.eth', 'toly.sol', 'jesse.base.eth', 'alice.crypto', 'bücher.xyz', '🦄.eth', 'a-b_c.com'])(
  '%s is a name',
  (value) => {
    for (const own of owns) expect(toRecipientError(value, own).code).toBe('input/recipient-name');
  },
);

it.each([
  '',
  'alice',
  '0.5',
  'a..eth',
  '.eth',
  'eth.',
  'alice@mail.com',
  'https://etherscan.io/address/0x1',
  'ethereum:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA9604',
  '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA960455',
  'd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  // Signatures and hashes are no addresses.
  '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQkjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW',
  '0x98793cd91a3f870fb126f66285808c7e094afcfc4eda8a970f6648cdf0dbd6de',
])('%j is neither an address nor a name', (value) => {
  for (const own of owns) expect(toRecipientError(value, own).code).toBe('input/recipient');
});
