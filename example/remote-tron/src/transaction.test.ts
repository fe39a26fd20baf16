import { expect, it } from 'vitest';
import { toTransaction } from './transaction.ts';

it('a transaction has the bytes and the id of one of the network', () => {
  const { txID, raw_data_hex } = toTransaction(
    {
      owner_address: '41608f8da72479edc7dd921e4c30bb7e7cddbe722e',
      to_address: '41e9d79cc47518930bc322d9bf7cddd260a0260a8d',
      amount: 1000,
    },
    {
      ref_block_bytes: '5e4b',
      ref_block_hash: '47c9dc89341b300d',
      expiration: 1591089627000,
      timestamp: 1591089567635,
    },
  );
  expect(raw_data_hex).toBe(
    '0a025e4b220847c9dc89341b300d40f8fed3a2a72e5a66080112620a2d747970652e676f6f676c65617069732e636f6d2f' +
      '70726f746f636f6c2e5472616e73666572436f6e747261637412310a1541608f8da72479edc7dd921e4c30bb7e7cddbe722e' +
      '121541e9d79cc47518930bc322d9bf7cddd260a0260a8d18e8077093afd0a2a72e',
  );
  expect(txID).toBe('77ddfa7093cc5f745c0d3a54abb89ef070f983343c05e0f89e5a52f3e5401299');
});
