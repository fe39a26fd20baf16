import type { SendRequest } from '@linkspan/contract';
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getAdvanceNonceAccountInstruction, getTransferSolInstruction } from '@solana-program/system';
import { describe, expect, it } from 'vitest';
import { compileTransfer } from './chain.ts';
import { beginsAsTransaction, compareSigned, messageBytesOf, parseMessage } from './compare-signed.ts';
import { createWallet } from './testing/wallet.ts';

const [sender, recipient, stranger] = createWallet().addresses as [Address, Address, Address];
const blockhash = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR' as Blockhash;
const lifetime = { blockhash, lastValidBlockHeight: 151n };
const encode = (compiled: ReturnType<typeof compileTransfer>) =>
  new Uint8Array(getTransactionEncoder().encode(compiled));
const intent: SendRequest = {
  kind: 'send',
  account: `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${sender}`,
  to: recipient,
  amount: '100000000',
};
const unsigned = encode(compileTransfer(intent, lifetime));

const pay = (to: Address, amount: bigint, from = sender) =>
  getTransferSolInstruction({ source: createNoopSigner(from), destination: to, amount }) as Instruction;
const asked = pay(recipient, 100_000_000n);
const budget = (...data: readonly number[]): Instruction => ({
  programAddress: 'ComputeBudget111111111111111111111111111111' as Address,
  data: Uint8Array.from(data),
});
const priceOf = (microLamports: bigint) =>
  budget(3, ...new Uint8Array(new BigUint64Array([microLamports]).buffer));
const unitsOf = (units: number) => budget(2, ...new Uint8Array(new Uint32Array([units]).buffer));
const guard = (kind: number, ...accounts: Instruction['accounts'] & object): Instruction => ({
  programAddress: 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95' as Address,
  accounts,
  data: Uint8Array.of(kind, 1, 2),
});
const nonce = 'SysvarS1otHashes111111111111111111111111111' as Address;
const advance = (authority = sender) =>
  getAdvanceNonceAccountInstruction({
    nonceAccount: nonce,
    nonceAuthority: createNoopSigner(authority),
  }) as Instruction;

interface Built {
  readonly payer?: Address;
  readonly version?: 0 | 'legacy';
  readonly hash?: Blockhash;
}

function build(
  instructions: readonly Instruction[],
  { payer = sender, version = 0, hash = blockhash }: Built = {},
) {
  const empty = createTransactionMessage({ version });
  const paid = setTransactionMessageFeePayer(payer, empty);
  const alive = setTransactionMessageLifetimeUsingBlockhash({ ...lifetime, blockhash: hash }, paid);
  return encode(compileTransaction(appendTransactionMessageInstructions(instructions, alive)) as never);
}

const more = ({ data = new Uint8Array() }: Instruction) => Uint8Array.from([...data, 0]);
const compare = (signed: Uint8Array) => compareSigned(unsigned, signed, 'Harbour');
const other = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM' as Blockhash;

describe('a signed transfer', () => {
  it.each<[string, readonly Instruction[], ReturnType<typeof compare>, Built?]>([
    ['as the page built it', [asked], 'unchanged'],
    ['as a legacy transaction', [asked], 'unchanged', { version: 'legacy' }],
    ['with another blockhash', [asked], 'other-blockhash', { hash: other }],
    ['with a price and a limit of units', [unitsOf(450), priceOf(50_000n), asked], 'unchanged'],
    ['with a price after the transfer', [asked, priceOf(1_000n)], 'unchanged'],
    ['with a limit of heap and of data', [budget(1, 0, 0, 1, 0), budget(4, 0, 0, 1, 0), asked], 'unchanged'],
    ['with the dearest price that is allowed', [unitsOf(1_000_000), priceOf(9_995_000n), asked], 'unchanged'],
    [
      'with an assertion of a guard',
      [asked, guard(5, { address: sender, role: AccountRole.READONLY })],
      'unchanged',
    ],
    ['with a durable nonce of its sender', [advance(), asked], 'nonce', { hash: other }],
    ['with all of that', [advance(), priceOf(9n), asked, guard(6)], 'nonce'],
  ])('is taken %s', (_, instructions, expected, built) => {
    expect(compare(build(instructions, built))).toBe(expected);
  });

  const writable = { address: stranger, role: AccountRole.WRITABLE };
  const create: Instruction = {
    programAddress: '11111111111111111111111111111111' as Address,
    accounts: [{ address: sender, role: AccountRole.WRITABLE_SIGNER }, writable],
    data: Uint8Array.of(0, 0, 0, 0, ...new Uint8Array(48)),
  };
  const memo: Instruction = {
    programAddress: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address,
    data: new TextEncoder().encode('hello'),
  };
  const inLookup = (() => {
    const plain = build([asked]);
    // Version 0 ends with the number of its lookup tables: one, with one writable account.
    return Uint8Array.from([...plain.slice(0, -1), 1, ...new Uint8Array(32).fill(7), 1, 0, 0]);
  })();

  it.each<[string, Uint8Array, difference: string, value?: string, amount?: string]>([
    ['another recipient', build([pay(stranger, 100_000_000n)]), 'transfer', stranger, '100000000'],
    ['another amount', build([pay(recipient, 5_000_000_000n)]), 'transfer', recipient, '5000000000'],
    ['a transfer more', build([asked, pay(stranger, 62_000_000n)]), 'transfer', stranger, '62000000'],
    ['a transfer before', build([pay(stranger, 1n), asked]), 'transfer', stranger, '1'],
    ['the transfer twice', build([asked, asked]), 'transfer', recipient, '100000000'],
    ['a created account', build([asked, create]), 'program', '1111'],
    ['a memo', build([memo, asked]), 'program', memo.programAddress],
    ['no transfer', build([priceOf(1n)]), 'missing'],
    ['nothing', build([]), 'missing'],
    ['another payer of the fee', build([asked], { payer: stranger }), 'payer', stranger],
    ['another signer', build([asked, pay(sender, 1n, stranger)]), 'signer', stranger],
    ['a writable account more', build([asked, guard(5, writable)]), 'writable', stranger],
    ['memory of a guard', build([guard(0, writable), asked]), 'program', 'L2TE'],
    [
      'a byte after the transfer',
      build([{ ...asked, data: more(asked) }]),
      'transfer',
      recipient,
      '100000000',
    ],
    ['a byte after a price', build([budget(3, ...new Uint8Array(9)), asked]), 'program', 'Comp'],
    ['a short price', build([budget(3, 1), asked]), 'program', 'ComputeBudget'],
    ['a byte after a nonce', build([{ ...advance(), data: more(advance()) }, asked]), 'program', '1111'],
    ['an unknown kind of budget', build([budget(0, 1, 1), asked]), 'program', 'ComputeBudget'],
    ['a high fee', build([unitsOf(1_000_000), priceOf(10_000_000n), asked]), 'fee', '', '10005000'],
    ['a high fee without a limit', build([asked, priceOf(100_000_000n)]), 'fee', '', '20005000'],
    ['the highest fee', build([unitsOf(-1), priceOf(2n ** 64n - 1n), asked]), 'fee', '', '25825'],
    ['a nonce of somebody else', build([advance(stranger), asked]), 'signer', stranger],
    ['a nonce that comes late', build([asked, advance()]), 'program', '1111'],
    ['a lookup table', inLookup, 'lookup-table'],
    ['a byte more', Uint8Array.from([...unsigned, 0]), 'unreadable'],
    ['a byte less', unsigned.slice(0, -1), 'unreadable'],
    [
      'two signatures for one',
      Uint8Array.from([2, ...new Uint8Array(64), ...unsigned.slice(1)]),
      'unreadable',
    ],
    ['no signature', Uint8Array.from([0, ...unsigned.slice(65)]), 'unreadable'],
    ['another version', unsigned.with(65, 0x81), 'unreadable'],
    ['nothing readable', new Uint8Array(200).fill(255), 'unreadable'],
    ['no byte', new Uint8Array(), 'unreadable'],
  ])('is refused with %s', (_, signed, difference, value = '', amount = '') => {
    const thrown = (() => {
      try {
        return compare(signed);
      } catch (error) {
        return error;
      }
    })();
    const context = { wallet: 'Harbour', difference, value: expect.stringContaining(value) };
    expect(thrown).toMatchObject({ code: 'wallet/other-transaction', context });
    expect((thrown as { context: { amount: string } }).context.amount).toMatch(new RegExp(`^${amount}`));
  });
});

const message = messageBytesOf(unsigned);
const legacyWire = build([asked], { version: 'legacy' });
const legacy = messageBytesOf(legacyWire);
const signatures = new Uint8Array(64);
/** SIMD-0385: the message, of which the first byte is the version, then the signatures. */
const version1 = Uint8Array.from([0x81, ...message.slice(1), ...signatures]);

describe('bytes that a signature would make a transaction', () => {
  it.each<[string, Uint8Array]>([
    ['a message of version 0', message],
    ['a legacy message', legacy],
    ['a legacy message and a byte', Uint8Array.from([...legacy, 0])],
    [
      'a legacy message with a long form of a length',
      Uint8Array.from([...legacy.slice(0, 3), 0x83, 0, ...legacy.slice(4)]),
    ],
    ['a message of no signer', legacy.with(0, 0)],
    ['a message of version 1', version1.slice(0, -64)],
    ['a transaction of version 1', version1],
    ['a message of version 63', message.with(0, 0xbf)],
    ['a transaction', unsigned],
    ['a transaction and a byte', Uint8Array.from([...unsigned, 7])],
    ['a legacy transaction', legacyWire],
    ['a transaction without signatures', Uint8Array.from([0, ...message])],
    ['the byte of version 0', Uint8Array.of(0x80)],
  ])('are known: %s', (_, bytes) => {
    expect(beginsAsTransaction(bytes)).toBe(true);
  });

  const lines = 'You sign in to the harbour, and agree to its rules.\n\n';
  it.each<[string, Uint8Array]>([
    ['a text', new TextEncoder().encode('Ahoy')],
    ['a long text', new TextEncoder().encode(lines.repeat(2_000))],
    ['a text of blanks', new TextEncoder().encode(' \n'.repeat(2_000))],
    ['a text that begins with a letter of several bytes', new TextEncoder().encode('Ångström')],
    ['32 bytes', new Uint8Array(32).fill(7)],
    ['half a message', legacy.slice(0, -20)],
  ])('and others are none: %s', (_, bytes) => {
    expect(beginsAsTransaction(bytes)).toBe(false);
  });
});

it.each<[string, Uint8Array]>([
  ['1, whose signatures are behind it', version1],
  ['1, whose signatures are before it', unsigned.with(65, 0x81)],
  ['63', unsigned.with(65, 0xbf)],
])('a transaction of another version is not read: %s', (_, bytes) => {
  expect(parseMessage(bytes)).toBeUndefined();
});
