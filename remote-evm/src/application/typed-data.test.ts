import { Malformed, type RequestLine } from '@linkspan/contract';
import { hashTypedData, verifyTypedData } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { judgeTokens } from './tokens.ts';
import { parseTypedData } from './typed-data.ts';

const one = '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826';
const other = '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB';
const contract = '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC';
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';

const domainTypes = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];
const domain = { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: contract };

/** The example of EIP-712. */
const mail = {
  types: {
    EIP712Domain: domainTypes,
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain,
  message: {
    from: { name: 'Cow', wallet: one },
    to: { name: 'Bob', wallet: other },
    contents: 'Hello, Bob!',
  },
};

const permit = {
  types: {
    EIP712Domain: domainTypes,
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  domain: { ...domain, name: 'USD Coin', version: '2' },
  message: { owner: one, spender: other, value: `0x${'f'.repeat(64)}`, nonce: 0, deadline: '1893456000' },
};

const permitBatch = {
  types: {
    EIP712Domain: domainTypes.filter(({ name }) => name !== 'version'),
    PermitBatch: [
      { name: 'details', type: 'PermitDetails[]' },
      { name: 'spender', type: 'address' },
      { name: 'sigDeadline', type: 'uint256' },
    ],
    PermitDetails: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint160' },
      { name: 'expiration', type: 'uint48' },
      { name: 'nonce', type: 'uint48' },
    ],
  },
  primaryType: 'PermitBatch',
  domain: { name: 'Permit2', chainId: '0x1', verifyingContract: permit2 },
  message: {
    details: [
      { token: contract, amount: '5', expiration: 7, nonce: 0 },
      { token: one, amount: '6', expiration: 8, nonce: 1 },
    ],
    spender: other,
    sigDeadline: '9',
  },
};

/** Every kind of value, and lists of lists. */
const everything = {
  types: {
    EIP712Domain: [{ name: 'salt', type: 'bytes32' }],
    All: [
      { name: 'yes', type: 'bool' },
      { name: 'least', type: 'int8' },
      { name: 'most', type: 'uint256' },
      { name: 'raw', type: 'bytes' },
      { name: 'four', type: 'bytes4' },
      { name: 'grid', type: 'uint8[2][]' },
      { name: 'none', type: 'string[]' },
    ],
  },
  primaryType: 'All',
  domain: { salt: `0x${'ab'.repeat(32)}` },
  message: {
    ...{ yes: true, least: -128, most: String(2n ** 256n - 1n), raw: '0x', four: '0xDEADBEEF' },
    ...{
      grid: [
        [1, '2'],
        ['0x3', 4],
      ],
      none: [],
    },
  },
};

const toField = (name: string, value: string): RequestLine => ({ is: 'field', name, value });

describe('typed data', () => {
  it('of EIP-712 has the hash of the standard, and a line for each field', () => {
    expect(parseTypedData(mail, 'p')).toMatchObject({
      hash: '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2',
      network: 'eip155:1',
      lines: [
        { is: 'domain', value: 'Ether Mail 1' },
        { is: 'contract', value: contract },
        { is: 'type', value: 'Mail' },
        ...[toField('from.name', 'Cow'), toField('from.wallet', one)],
        ...[toField('to.name', 'Bob'), toField('to.wallet', other), toField('contents', 'Hello, Bob!')],
      ],
    });
  });

  it.each([
    ['a permit of EIP-2612', permit, { is: 'type', value: 'Permit' }, toField('owner', one)],
    [
      'a batch of Permit2',
      permitBatch,
      { is: 'type', value: 'PermitBatch' },
      toField('details[0].token', contract),
    ],
  ])('says who may spend, before the fields of %s', (_, typed, type, first) => {
    const { lines } = parseTypedData(typed, 'p');
    const at = lines.findIndex(({ is }) => is === 'type');
    expect(lines.slice(at, at + 3)).toEqual([type, { is: 'spender', value: other }, first]);
  });

  it('names what is in lists by its place', () => {
    expect(parseTypedData(permitBatch, 'p').lines.slice(-5)).toEqual([
      {
        is: 'tokens',
        name: 'details[1].amount',
        value: '6',
        allowance: { token: one, amount: 6n },
        unit: one,
      },
      ...[toField('details[1].expiration', '8'), toField('details[1].nonce', '1')],
      ...[{ is: 'spender', name: 'spender', value: other }, toField('sigDeadline', '9')],
    ]);
    expect(parseTypedData(everything, 'p').lines).toEqual([
      toField('salt', `0x${'ab'.repeat(32)}`),
      { is: 'type', value: 'All' },
      ...[
        toField('yes', 'true'),
        toField('least', '-128'),
        { ...toField('most', String(2n ** 256n - 1n)), warning: 'unlimited' },
      ],
      ...[toField('raw', '0x'), toField('four', '0xdeadbeef'), toField('grid[0][0]', '1')],
      ...[
        toField('grid[0][1]', '2'),
        toField('grid[1][0]', '3'),
        toField('grid[1][1]', '4'),
        toField('none', '[]'),
      ],
    ]);
  });

  it.each([
    ['a nested mail', mail],
    ['a permit', permit],
    ['a batch', permitBatch],
    ['every kind', everything],
  ])('is passed on so that what is signed is what was asked for: %s', async (_, typed) => {
    const account = privateKeyToAccount(`0x${'1'.repeat(64)}`);
    const { json, hash } = parseTypedData(JSON.stringify(typed), 'p');
    const signature = await account.signTypedData(JSON.parse(json));
    expect(hashTypedData(typed as never)).toBe(hash);
    expect(
      await verifyTypedData({
        address: account.address,
        signature,
        ...(typed as never as typeof mail),
      } as never),
    ).toBe(true);
  });

  it('is passed on without what its types do not name', () => {
    const more = {
      ...mail,
      extra: 1,
      domain: { ...domain, salt: '0x' },
      message: { ...mail.message, also: 'x' },
    };
    Object.assign(more, { types: { ...mail.types, Other: [{ name: 'value', type: 'Person[]' }] } });
    const { json, lines } = parseTypedData(more, 'p');
    expect(JSON.parse(json)).toEqual(mail);
    expect(lines).toEqual(parseTypedData(mail, 'p').lines);
  });
});

describe('typed data that gives away more than a person may mean', () => {
  const warned = (typed: object) =>
    parseTypedData(typed, 'p').lines.flatMap(({ name, warning }) => (warning ? [[name, warning]] : []));
  const details = (amount: bigint) => ({
    ...permitBatch,
    message: {
      ...permitBatch.message,
      details: [
        permitBatch.message.details[0],
        { token: one, amount: String(amount), expiration: 8, nonce: 1 },
      ],
    },
  });
  const spending = (type: string, name: string, value: unknown) => ({
    ...permit,
    types: {
      ...permit.types,
      Permit: [
        { name: 'spender', type: 'address' },
        { name, type },
      ],
    },
    message: { spender: other, [name]: value },
  });

  it.each<[string, object, string, string]>([
    ['a permit', permit, 'value', 'unlimited'],
    ['one amount of Permit2', details(2n ** 160n - 1n), 'details[1].amount', 'unlimited'],
    ['an amount that no token has', details(2n ** 160n - 2n), 'details[1].amount', 'unlimited'],
    ['96 bits', spending('uint96', 'value', String(2n ** 96n - 1n)), 'value', 'unlimited'],
    [
      'a time without an end',
      spending('uint256', 'deadline', String(2n ** 256n - 1n)),
      'deadline',
      'unlimited',
    ],
    ['DAI', spending('bool', 'allowed', true), 'allowed', 'unlimited'],
    ['all tokens', spending('bool', 'approved', true), 'approved', 'all-tokens'],
  ])('has a warning: %s', (_, typed, name, warning) => {
    expect(warned(typed)).toEqual([[name, warning]]);
  });

  it.each<[string, object]>([
    ['a batch of Permit2', permitBatch],
    ['a random nonce', spending('uint256', 'nonce', String(2n ** 255n + 5n))],
    ['digits in a text', spending('string', 'value', String(2n ** 256n - 1n))],
    ['a flag', spending('bool', 'allowed', false)],
    ['a mail', mail],
  ])('has none if it is limited: %s', (_, typed) => {
    expect(warned(typed)).toEqual([]);
  });
});

describe('typed data that moves tokens', () => {
  const toTyped = (own: readonly (readonly [name: string, type: string, value: unknown])[]) => ({
    types: { EIP712Domain: domainTypes, Own: own.map(([name, type]) => ({ name, type })) },
    primaryType: 'Own',
    domain,
    message: Object.fromEntries(own.map(([name, , value]) => [name, value])),
  });
  const kindsOf = (typed: object) =>
    parseTypedData(typed, 'p').lines.flatMap(({ is, name }) => (is === 'field' || !name ? [] : [[is, name]]));

  it('names who receives what, by the names of fields', () => {
    const authorization = toTyped([
      ['from', 'address', one],
      ['to', 'address', other],
      ['value', 'uint256', '5'],
      ['nonce', 'bytes32', `0x${'ab'.repeat(32)}`],
      ['mintRecipient', 'bytes32', `0x${'ab'.repeat(32)}`],
      ['tokenIds', 'uint256[]', ['7', '8']],
      ['to_', 'string', 'x'],
      ['value_', 'uint256', '5'],
    ]);
    expect(kindsOf(authorization)).toEqual([
      ...[
        ['recipient', 'to'],
        ['tokens', 'value'],
        ['recipient', 'mintRecipient'],
      ],
      ...[
        ['tokens', 'tokenIds[0]'],
        ['tokens', 'tokenIds[1]'],
      ],
    ]);
  });

  it('shows the call of a known function in its bytes, and one that it cannot read in red', () => {
    const approve = `0x095ea7b3${other.slice(2).toLowerCase().padStart(64, '0')}${'f'.repeat(64)}`;
    const toLines = (data: string) =>
      parseTypedData(
        toTyped([
          ['to', 'address', contract],
          ['data', 'bytes', data],
        ]),
        'p',
      ).lines.slice(4);
    expect(toLines(approve)).toEqual([
      { is: 'function', name: 'data', value: 'approve(address,uint256)' },
      { is: 'spender', name: 'data.spender', value: other },
      { is: 'tokens', name: 'data.value', value: String(2n ** 256n - 1n), warning: 'unlimited' },
    ]);
    expect(toLines(approve.slice(0, 40)).at(-1)).toMatchObject({ is: 'data', warning: 'unread' });
    expect(toLines('0x12345678')).toEqual([toField('data', '0x12345678')]);
  });

  const spend = (amount: string) =>
    [
      ['EIP-2612', { ...permit, message: { ...permit.message, value: amount } }, contract],
      [
        'Permit2',
        {
          ...permitBatch,
          message: { ...permitBatch.message, details: [{ token: one, amount, expiration: 7, nonce: 0 }] },
        },
        one,
      ],
    ] as const;

  it.each([...spend('6')])('is compared with what the account has: %s', async (_, typed, token) => {
    const asked: string[] = [];
    const chain = { balanceOf: async (of: string) => BigInt(asked.push(of) * 5) };
    const lines = await judgeTokens(parseTypedData(typed, 'p').lines, one, chain);
    expect(lines.flatMap(({ warning }) => warning ?? [])).toEqual(['above-balance']);
    expect(asked).toEqual([token]);
  });

  it.each([...spend(String(10n ** 30n))])('is large without a chain: %s', async (_, typed) => {
    const lines = await judgeTokens(parseTypedData(typed, 'p').lines, one);
    expect(lines.flatMap(({ warning }) => warning ?? [])).toEqual(['large']);
  });

  it('of 10,000 fields is read in a moment', async () => {
    const many = Array.from({ length: 9_000 }, (_, at) => String(at));
    const typed = toTyped([
      ['spender', 'address', other],
      ['amounts', 'uint256[]', many],
    ]);
    const startedAt = performance.now();
    const lines = await judgeTokens(parseTypedData(typed, 'p').lines, one, { balanceOf: async () => 7n });
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    expect(lines.filter(({ warning }) => warning === 'above-balance')).toHaveLength(9_000 - 8);
  });
});

/** Typed data of one member, with this type and value. */
const toOne = (type: string, value?: unknown, types: object = {}) => ({
  types: { EIP712Domain: domainTypes, ...types, One: [{ name: 'it', type }] },
  primaryType: 'One',
  domain,
  message: value === undefined ? {} : { it: value },
});
const deep = (depth: number): unknown => (depth === 0 ? [] : [deep(depth - 1)]);

describe('malformed typed data is refused at its place', () => {
  it.each<[string, unknown, string]>([
    ['a text that is no JSON', 'x', 'types'],
    ['nothing', undefined, 'types'],
    ['a list', [], 'types'],
    ['no types', { ...mail, types: undefined }, 'types'],
    ['a type that is no list', { ...mail, types: { ...mail.types, Mail: {} } }, 'types.Mail'],
    [
      'a member without a type',
      { ...mail, types: { ...mail.types, Mail: [{ name: 'to' }] } },
      'types.Mail[0].type',
    ],
    [
      'two members of one name',
      {
        ...mail,
        types: {
          ...mail.types,
          Mail: [
            { name: 'a', type: 'bool' },
            { name: 'a', type: 'bool' },
          ],
        },
      },
      'types.Mail[1].name',
    ],
    [
      'a domain without its type',
      { ...mail, types: { Mail: mail.types.Mail, Person: mail.types.Person } },
      'types.EIP712Domain',
    ],
    [
      'another field of the domain',
      { ...mail, types: { ...mail.types, EIP712Domain: [{ name: 'site', type: 'string' }] } },
      'types.EIP712Domain[0]',
    ],
    [
      'another type in the domain',
      { ...mail, types: { ...mail.types, EIP712Domain: [{ name: 'chainId', type: 'string' }] } },
      'types.EIP712Domain[0]',
    ],
    ['a type with the name of an atomic one', toOne('bool', true, { uint256: [] }), 'types.uint256'],
    ['a name of every object', toOne('constructor', {}), 'types.One[0].type'],
    ['a primary type that is missing', { ...mail, primaryType: 'Letter' }, 'primaryType'],
    ['a primary type of every object', { ...mail, primaryType: 'toString' }, 'primaryType'],
    ['the domain as the primary type', { ...mail, primaryType: 'EIP712Domain' }, 'primaryType'],
    ['no domain', { ...mail, domain: undefined }, 'domain'],
    [
      'a domain without a field that its type has',
      { ...mail, domain: { ...domain, version: undefined } },
      'domain.version',
    ],
    ['a chain of zero', { ...mail, domain: { ...domain, chainId: 0 } }, 'domain.chainId'],
    ['a chain that is a word', { ...mail, domain: { ...domain, chainId: 'mainnet' } }, 'domain.chainId'],
    [
      'a contract that is a word',
      { ...mail, domain: { ...domain, verifyingContract: 'mail' } },
      'domain.verifyingContract',
    ],
    ['no message', { ...mail, message: null }, 'message'],
    ['a structure that is missing', { ...mail, message: { ...mail.message, to: null } }, 'message.to'],
    ['a structure that is a list', { ...mail, message: { ...mail.message, to: [] } }, 'message.to'],
    ['a field of the prototype', toOne('string', undefined), 'message.it'],
    ['the alias uint', toOne('uint', 1), 'types.One[0].type'],
    ['uint7', toOne('uint7', 1), 'types.One[0].type'],
    ['uint264', toOne('uint264', 1), 'types.One[0].type'],
    ['bytes33', toOne('bytes33', '0x'), 'types.One[0].type'],
    ['a number that is too large', toOne('uint8', 256), 'message.it'],
    ['a negative number', toOne('uint8', -1), 'message.it'],
    ['a signed number that is too large', toOne('int8', 128), 'message.it'],
    ['a fraction', toOne('uint8', 1.5), 'message.it'],
    ['an empty number', toOne('uint8', ''), 'message.it'],
    ['a number that JSON has rounded', toOne('uint256', 2 ** 60), 'message.it'],
    ['a number with an exponent', toOne('uint256', '1e3'), 'message.it'],
    ['a word for a truth', toOne('bool', 'false'), 'message.it'],
    ['a number for a text', toOne('string', 1), 'message.it'],
    ['a text for bytes', toOne('bytes', 'raw'), 'message.it'],
    ['half a byte', toOne('bytes', '0xa'), 'message.it'],
    ['three bytes for four', toOne('bytes4', '0xaabbcc'), 'message.it'],
    ['an address with a wrong checksum', toOne('address', one.replace('CD', 'cD')), 'message.it'],
    ['a list of another length', toOne('bool[2]', [true]), 'message.it'],
    ['a value for a list', toOne('bool[]', true), 'message.it'],
    ['a wrong value in a list', toOne('bool[]', [true, 1]), 'message.it[1]'],
    ['lists without end', toOne(`bool${'[]'.repeat(40)}`, deep(40)), `message.it${'[0]'.repeat(20)}`],
  ])('%s', (_, typed, place) => {
    const written = JSON.parse(JSON.stringify(typed ?? null));
    let thrown: unknown;
    try {
      parseTypedData(written, 'p');
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Malformed);
    expect(thrown).toMatchObject({ place: `p.${place}` });
  });
});
