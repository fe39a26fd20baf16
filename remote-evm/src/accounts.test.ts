import { describe, expect, it } from 'vitest';
import { parseAccounts } from './accounts.ts';

/** The examples of EIP-55, "Test Cases". */
const checksummed = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

describe('the addresses that a wallet tells', () => {
  it.each([
    ['its checksum', (address: string) => address],
    ['lower case', (address: string) => address.toLowerCase()],
    ['upper case', (address: string) => `0x${address.slice(2).toUpperCase()}`],
    ['upper case throughout', (address: string) => address.toUpperCase()],
    ['a wrong checksum', (address: string) => address.replace(/[a-f]/, (digit) => digit.toUpperCase())],
  ])('have their checksum when the wallet writes them with %s', (_, write) => {
    expect(parseAccounts(checksummed.map(write), 'Harbour')).toEqual(checksummed);
  });

  it('stand in the list once, in the wallet’s order', () => {
    const [first = '', second = ''] = checksummed;
    const told = [second, first, second.toLowerCase()];
    expect(parseAccounts(told, 'Harbour')).toEqual([second, first]);
  });

  it.each([
    ['no list', { 0: checksummed[0], length: 1 }],
    ['no text', [42]],
    ['no address', ['0xharbour']],
    ['a list that claims a length of a billion', Object.assign([], { length: 1_000_000_000 })],
    ['a list with a hole', Object.assign([], { 1: checksummed[0] })],
  ])('are refused if there is %s', (_, told) => {
    expect(() => parseAccounts(told, 'Harbour')).toThrow(
      expect.objectContaining({
        code: 'wallet/malformed',
        context: { wallet: 'Harbour', place: 'accounts' },
      }),
    );
  });
});
