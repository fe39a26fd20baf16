import { encodeAbiParameters, type Hex, keccak256, parseAbiParameters, toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { decodeArguments } from './decode.ts';

const inputs = parseAbiParameters(
  'address a, ((address token, uint160 amount)[] details, address s, uint256 d) p, bytes b, uint256[] ids, bytes[] data, bool f, (uint8 x, bytes32 y) st, string t, int24 n, bytes4 m, uint8[2] pair, string[2] names, uint8[][] grid, (int8 q)[2] duo',
);

/** Arguments of every kind in lists of different lengths, and what they are by their names. */
function toSample(seed: number) {
  const toWord = (at: number): Hex => keccak256(toHex(seed * 1_000 + at));
  const toAddress = (at: number) => toWord(at).slice(0, 42) as Hex;
  const toBytes = (at: number) => toWord(at).slice(0, 2 + ((seed + at) % 33) * 2) as Hex;
  const range = (most: number) => Array.from({ length: seed % most }, (_, at) => at);
  const details = range(4).map((at) => ({ token: toAddress(at), amount: BigInt(toWord(at)) >> 96n }));
  const ids = range(3).map((at) => BigInt(toWord(at)));
  const data = range(5).map(toBytes);
  const [a, s, b, y, f] = [toAddress(7), toAddress(8), toBytes(9), toWord(10), seed % 2 === 1];
  const t = 'Fähre '.repeat(seed % 9);
  const n = -seed * 1_000;
  const names = [t, 'a'] as const;
  const duo = [{ q: -1 }, { q: seed }] as const;
  const written = encodeAbiParameters(inputs, [
    ...([a, { details, s, d: 7n }, b, ids, data, f, { x: 3, y }, t, n, y.slice(0, 10) as Hex] as const),
    ...([[1, 2], names, [[3], [4, seed]], duo] as const),
  ]);
  const toEntries = (name: string, values: readonly unknown[]) =>
    values.length === 0 ? [[name, '[]']] : values.map((value, at) => [`${name}[${at}]`, String(value)]);
  const named = [
    ['a', a],
    ...(details.length === 0 ? [['p.details', '[]']] : []),
    ...details.flatMap(({ token, amount }, at) => [
      [`p.details[${at}].token`, token],
      [`p.details[${at}].amount`, String(amount)],
    ]),
    ...[
      ['p.s', s],
      ['p.d', '7'],
      ['b', b],
    ],
    ...[...toEntries('ids', ids), ...toEntries('data', data)],
    ...[
      ['f', String(f)],
      ['st.x', '3'],
      ['st.y', y],
      ['t', t],
      ['n', String(n)],
      ['m', y.slice(0, 10)],
    ],
    ...toEntries('pair', [1, 2]),
    ...toEntries('names', names),
    ...[...toEntries('grid[0]', [3]), ...toEntries('grid[1]', [4, seed])],
    ...[
      ['duo[0].q', '-1'],
      ['duo[1].q', String(seed)],
    ],
  ];
  return { digits: written.slice(2), named };
}

describe('arguments', () => {
  const samples = Array.from({ length: 60 }, (_, seed) => toSample(seed));

  it('as a compiler writes them are read exactly, up to what follows', () => {
    for (const { digits, named } of samples) {
      const { fields, length, isExact } = decodeArguments(inputs, `${digits}abcd`);
      expect([isExact, length]).toEqual([true, digits.length]);
      expect(fields.map(({ name, value }) => [name, value.toLowerCase()])).toEqual(
        named.map(([name, value = '']) => [name, value.toLowerCase()]),
      );
    }
  });

  it('that are cut are not read exactly, unless only padding is missing', () => {
    for (const { digits } of samples)
      for (let at = 0; at < digits.length; at += 26)
        if (decodeArguments(inputs, digits.slice(0, at)).isExact) expect(digits.slice(at)).toMatch(/^0*$/);
  });

  it('with another byte anywhere are read as something else, or not exactly', () => {
    for (const { digits } of samples) {
      const known = JSON.stringify(decodeArguments(inputs, digits));
      for (let at = 0; at < digits.length; at += 14) {
        const byte = digits.slice(at, at + 2) === 'ff' ? '01' : 'ff';
        const changed = decodeArguments(inputs, digits.slice(0, at) + byte + digits.slice(at + 2));
        expect(JSON.stringify(changed)).not.toBe(known);
      }
    }
  });
});

describe('a word is not read exactly', () => {
  const toWord = (digits: string) => digits.padEnd(64, '0');
  it.each<[string, string, string, string]>([
    ['a signed number with other bits than its sign', 'int24', `00ff${'f'.repeat(60)}`, '-1'],
    ['bytes that go on', 'bytes4', toWord('1234567890'), '0x12345678'],
  ])('if it has %s', (_, type, digits, value) => {
    expect(decodeArguments(parseAbiParameters(`${type} a` as never), digits)).toMatchObject({
      fields: [{ name: 'a', value }],
      isExact: false,
    });
  });

  it('and neither is a text that is no UTF-8, which is shown as its digits', () => {
    const digits = encodeAbiParameters([{ type: 'bytes' }], ['0xff']).slice(2);
    expect(decodeArguments([{ type: 'string', name: 'a' }], digits)).toEqual({
      ...{ fields: [{ name: 'a', type: 'string', value: '0xff' }], length: digits.length },
      isExact: false,
    });
  });
});

it.each(['uint8[999][999][999]', 'bytes[999][999][999]', 'uint8[2][]'])(
  'a list that has more than the digits is left in a moment: %s',
  (type) => {
    const digits = 'f'.repeat(64 * 4);
    const startedAt = performance.now();
    expect(decodeArguments([{ type, name: 'a' }], digits)).toMatchObject({ fields: [], isExact: false });
    expect(performance.now() - startedAt).toBeLessThan(500);
  },
);
