import { createPrivateKey, sign } from 'node:crypto';
import { type Intent, parseReading, type Reading, type SendingIntent } from '@linkspan/contract';
import { requestFactsMs } from '@linkspan/kit/limits';
import { turns } from '@linkspan/kit/testing/deferred';
import { solanaAccounts } from '@linkspan/practice/accounts';
import { ferry } from '@linkspan/practice/ferry';
import {
  type AccountMeta,
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getAddressEncoder,
  getBase58Encoder,
  getBase64Decoder,
  getBase64Encoder,
  getProgramDerivedAddress,
  getTransactionEncoder,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { parseSignInMessage, verifySignIn } from '@solana/wallet-standard-util';
import {
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import tweetnacl from 'tweetnacl';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAddress } from './accounts.ts';
import { programNames, programs } from './application/programs.ts';
import { digestOf, parseMessage } from './compare-signed.ts';
import { startTestChain, type TestChain } from './testing/chains.ts';
import { devnet, openConnector, openDocument, toNetworks } from './testing/page.ts';
import { createWallet, type FakeWalletOptions } from './testing/wallet.ts';

let node: TestChain;
let page: ReturnType<typeof openDocument>;
beforeAll(async () => {
  node = await startTestChain();
});
afterAll(() => node.stop());
beforeEach(() => {
  page = openDocument();
  page.window.happyDOM.setURL('https://app.example/swap');
});
const ends: (() => void)[] = [];
afterEach(async () => {
  // A look that is under way would outlive its test.
  for (const end of ends.splice(0)) end();
  await new Promise<void>((resolve) => setImmediate(resolve));
  await page.close();
});

const [own = '', other = '', third = ''] = solanaAccounts.map(({ address }) => address);
const localnet = 'solana:localnet';
const token = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const system = '11111111111111111111111111111111';
const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const memos = [
  memo,
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  'Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH',
];
const toBase64 = (bytes: Iterable<number>) => getBase64Decoder().decode(Uint8Array.from(bytes));
const toBytes = (text: string) => new Uint8Array(getBase64Encoder().encode(text));
const toText = (text: string) => toBase64(new TextEncoder().encode(text));

/** A page on a cluster that answers, with a wallet, and what its application asks. */
async function open({
  isConnected = true,
  network: url = node.url,
  ...options
}: FakeWalletOptions & { isConnected?: boolean; network?: string } = {}) {
  const wallet = createWallet({ granted: true, rpc: node.url, ...options });
  const connector = openConnector(toNetworks(url));
  ends.push(connector.end);
  if (isConnected) await connector.adopt(wallet);
  const read = async (method: string, params?: unknown, network: string = localnet): Promise<Reading> => {
    const on = network as `solana:${string}`;
    const reading = await connector.read({ kind: 'call', method, params, network: on });
    // As the host does.
    parseReading(reading, 'reading');
    return reading;
  };
  const notes: (string | undefined)[] = [];
  const noted = (note: string | undefined) => void notes.push(note);
  const toEnd = (reading: Reading) => connector.answerToEnd(reading, { noted });
  const answer = async (reading: Reading) => {
    if (reading.asks !== 'person') throw new Error('It asks no person.');
    return reading.answer({ noted });
  };
  const isAsked = () => wallet.asked.some(({ feature }) => feature.startsWith('solana:'));
  return { ...connector, wallet, read, answer, toEnd, notes, isAsked };
}

function intentOf(reading: Reading): Intent {
  if (reading.asks !== 'person') throw new Error('It asks no person.');
  return reading.intent;
}

const writable = (address: string): AccountMeta => ({
  address: address as Address,
  role: AccountRole.WRITABLE,
});
const signer = (address: string): AccountMeta => ({
  address: address as Address,
  role: AccountRole.WRITABLE_SIGNER,
});
const readonly = (address: string): AccountMeta => ({
  address: address as Address,
  role: AccountRole.READONLY,
});
const u32 = (value: number) => [value, 0, 0, 0];
const u64 = (value: bigint) => Array.from({ length: 8 }, (_, at) => Number((value >> BigInt(8 * at)) & 255n));
const key = (address: string) => [...getBase58Encoder().encode(address)];
const call = (program: string, accounts: readonly AccountMeta[], data: readonly number[]): Instruction => ({
  programAddress: program as Address,
  accounts,
  data: Uint8Array.from(data),
});
const transfer = (from = own, to = other, amount = 7n) =>
  call(system, [signer(from), writable(to)], [...u32(2), ...u64(amount)]);

interface Built {
  readonly version?: 0 | 'legacy';
  readonly payer?: string;
  readonly blockhash?: string;
  readonly table?: readonly string[];
}

/** An unsigned transaction, in base64, as an application builds it. */
function build(
  instructions: readonly Instruction[],
  { version = 0, payer = own, blockhash = other, table }: Built = {},
): string {
  const empty = setTransactionMessageFeePayer(payer as Address, createTransactionMessage({ version }));
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 1n };
  const alive = setTransactionMessageLifetimeUsingBlockhash(lifetime, empty);
  const message = appendTransactionMessageInstructions(instructions, alive);
  const looked = table
    ? compressTransactionMessageUsingAddressLookupTables(message as never, {
        [third as Address]: table as Address[],
      })
    : message;
  return toBase64(getTransactionEncoder().encode(compileTransaction(looked as typeof message)));
}

async function readBlockhash(): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getLatestBlockhash', params: [] });
  const headers = { 'content-type': 'application/json' };
  const answer = await (await fetch(node.url, { method: 'POST', headers, body })).json();
  return answer.result.value.blockhash;
}

const signing = (...transactions: readonly string[]) => ({ account: own, chain: localnet, transactions });

it.each(['solana:signAllTransactions', 'solana:signAndSendAllTransactions', 'signMessage', 'toString', ''])(
  'a method that is not passed on is refused, and asks nobody: %s',
  async (method) => {
    const { read, isAsked } = await open();
    await expect(read(method)).rejects.toMatchObject({ code: 'wallet/unsupported', context: { method } });
    expect(isAsked()).toBe(false);
  },
);

describe('a malformed request is refused at its place, before anybody is asked', () => {
  const valid = build([transfer()]);
  it.each<readonly [string, unknown, string]>([
    ['solana:signMessage', undefined, 'params'],
    ['solana:signMessage', {}, 'params.message'],
    ['solana:signMessage', { message: '' }, 'params.message'],
    ['solana:signMessage', { message: 'no base64!' }, 'params.message'],
    ['solana:signMessage', { message: toText('a'), account: 'me' }, 'params.account'],
    ['solana:signMessage', { message: toText('a'), more: 1 }, 'params.more'],
    ['solana:signMessage', { message: toBase64(toBytes(valid).slice(65)) }, 'params.message'],
    ['solana:signMessage', { message: toBase64([0xbf, 65]) }, 'params.message'],
    ['solana:signMessage', { message: toBase64([0xc1, 65]) }, 'params.message'],
    ['solana:signIn', { domain: 'other.example' }, 'params.domain'],
    ['solana:signIn', { statement: 'Hello\n\nURI: https://other.example' }, 'params.statement'],
    ['solana:signIn', { statement: 'Hello\u2028URI: https://other.example' }, 'params.statement'],
    ['solana:signIn', { resources: ['a\nb'] }, 'params.resources[0]'],
    ['solana:signIn', { useOffchainMessage: { messageVersion: 1 } }, 'params.useOffchainMessage'],
    ['solana:signTransaction', { transactions: valid }, 'params.transactions'],
    ['solana:signTransaction', signing(), 'params.transactions'],
    ['solana:signTransaction', signing('AAAA'), 'params.transactions[0]'],
    ['solana:signTransaction', signing(valid, toBase64([...toBytes(valid), 0])), 'params.transactions[1]'],
    ['solana:signTransaction', signing(toBase64(toBytes(valid).slice(65))), 'params.transactions[0]'],
    ['solana:signTransaction', signing(build([])), 'params.transactions[0]'],
    ['solana:signTransaction', signing(...Array(21).fill(valid)), 'params.transactions'],
    ['solana:signTransaction', { ...signing(valid), chain: 'devnet' }, 'params.chain'],
    ['solana:signTransaction', { ...signing(valid), options: 1 }, 'params.options'],
    [
      'solana:signAndSendTransaction',
      { ...signing(valid), options: { skipPreflight: 'yes' } },
      'params.options.skipPreflight',
    ],
    [
      'solana:signAndSendTransaction',
      { ...signing(valid), options: { commitment: 'soon' } },
      'params.options.commitment',
    ],
    ['solana:signAndSendTransaction', signing(valid, valid), 'params.transactions'],
    // The account in use need not sign these.
    [
      'solana:signTransaction',
      signing(build([transfer(other, own)], { payer: other })),
      'params.transactions[0]',
    ],
    [
      'solana:signTransaction',
      signing(valid, build([transfer(other)], { payer: other })),
      'params.transactions[1]',
    ],
    [
      'solana:signAndSendTransaction',
      signing(build([transfer(other, own)], { payer: other, version: 'legacy' })),
      'params.transactions[0]',
    ],
  ])('%s %#', async (method, params, place) => {
    const { read, isAsked } = await open();
    await expect(read(method, params)).rejects.toMatchObject({ code: 'input/call', context: { place } });
    expect(isAsked()).toBe(false);
  });
});

describe('before anybody is asked, a request is refused', () => {
  const requests: readonly (readonly [string, object])[] = [
    ['solana:signMessage', { message: toText('Ahoy') }],
    ['solana:signIn', {}],
    ['solana:signTransaction', { transactions: [build([transfer()])] }],
    ['solana:signAndSendTransaction', { transactions: [build([transfer()])] }],
  ];

  it.each(requests)('without a wallet: %s', async (method, params) => {
    const { read } = await open({ isConnected: false });
    await expect(read(method, params)).rejects.toMatchObject({ code: 'wallet/not-connected' });
  });

  it.each(requests)('for another account: %s', async (method, params) => {
    const { read, isAsked } = await open();
    const name = method === 'solana:signIn' ? 'address' : 'account';
    await expect(read(method, { ...params, [name]: other })).rejects.toMatchObject({
      code: 'wallet/account-changed',
    });
    expect(isAsked()).toBe(false);
  });

  it.each(requests)('if the wallet lacks it: %s', async (method, params) => {
    const lacks = requests.map(([one]) => one);
    const { read } = await open({ lacks });
    await expect(read(method, params)).rejects.toMatchObject({ code: 'wallet/unsupported' });
  });

  it.each(['solana:devnet', devnet, 'solana:mainnet', 'solana:elsewhere'])(
    'for another cluster than that of the wallet: %s',
    async (chain) => {
      const { read, isAsked } = await open();
      const params = { transactions: [build([transfer()])], chain };
      const refused = { code: 'wallet/network-unsupported', context: { network: chain } };
      for (const method of ['solana:signTransaction', 'solana:signAndSendTransaction'])
        await expect(read(method, params)).rejects.toMatchObject(refused);
      await expect(
        read('solana:signTransaction', { transactions: params.transactions }, chain),
      ).rejects.toMatchObject(refused);
      await expect(read('solana:signIn', { chainId: chain })).rejects.toMatchObject(refused);
      expect(isAsked()).toBe(false);
    },
  );

  it.each([localnet, toNetworks()[0].id])('but for its own cluster is not, by the name %s', async (chain) => {
    const { read } = await open();
    const reading = await read('solana:signTransaction', { transactions: [build([transfer()])], chain });
    expect(intentOf(reading).asksFor).toBe('signature');
  });

  it('if the wallet takes no transaction of its version', async () => {
    const { read, wallet } = await open();
    Object.assign(wallet.wallet.features['solana:signTransaction'] as object, {
      supportedTransactionVersions: [0],
    });
    const legacy = { transactions: [build([transfer()], { version: 'legacy' })] };
    await expect(read('solana:signTransaction', legacy)).rejects.toMatchObject({
      code: 'wallet/unsupported',
    });
    await expect(
      read('solana:signTransaction', { transactions: [build([transfer()])] }),
    ).resolves.toBeDefined();
  });
});

describe('a message', () => {
  it('is shown by its lines, signed unchanged, and verified', async () => {
    const { read, answer } = await open();
    const reading = await read('solana:signMessage', { account: own, message: toText('Ahoy\nthere') });
    expect(intentOf(reading)).toMatchObject({
      asksFor: 'signature',
      lines: [
        { is: 'text', value: 'Ahoy' },
        { is: 'text', value: 'there' },
      ],
    });
    const { value } = (await answer(reading)) as { value: { signedMessage: string; signature: string } };
    expect(value.signedMessage).toBe(toText('Ahoy\nthere'));
    const isSigned = tweetnacl.sign.detached.verify(
      toBytes(value.signedMessage),
      toBytes(value.signature),
      Uint8Array.from(key(own)),
    );
    expect(isSigned).toBe(true);
  });

  it('of bytes that are no text is shown as data', async () => {
    const { read, answer } = await open();
    const reading = await read('solana:signMessage', { message: toBase64([1, 0, 255]) });
    expect(intentOf(reading).lines).toEqual([{ is: 'data', value: '0x0100ff' }]);
    expect((await answer(reading)).value).toMatchObject({ signedMessage: toBase64([1, 0, 255]) });
  });

  it.each(['Ångström', '\uFEFFAhoy', '👍'])('may begin with a letter of several bytes: %s', async (text) => {
    const { read } = await open();
    const lines = intentOf(await read('solana:signMessage', { message: toText(text) })).lines;
    expect(lines.map(({ is }) => is)).toEqual(['text']);
  });

  it('of an off-chain message is taken, whatever it contains: its header is signed, too', async () => {
    const { read } = await open();
    const header = [255, ...new TextEncoder().encode('solana offchain'), 0, 0, 1, 0];
    const message = toBase64([...header, ...toBytes(build([transfer()])).slice(65)]);
    expect(intentOf(await read('solana:signMessage', { message })).asksFor).toBe('signature');
  });

  it.each<[string, readonly number[]]>([
    ['a transaction', [...toBytes(build([transfer()]))]],
    ['a message of version 1', [0x81, ...toBytes(build([transfer()])).slice(66)]],
    ['a legacy message and a byte', [...toBytes(build([transfer()], { version: 'legacy' })).slice(65), 0]],
    ['no text, above all versions', [0xff, 0x80]],
    ['a text that breaks off', [...new TextEncoder().encode('Å'), 0xc3]],
  ])('that is %s is refused', async (_, bytes) => {
    const { read, isAsked } = await open();
    await expect(read('solana:signMessage', { message: toBase64(bytes) })).rejects.toMatchObject({
      ...{ code: 'input/call', context: { place: 'params.message' } },
    });
    expect(isAsked()).toBe(false);
  });

  it('that signs in to another site is shown with a warning, and one to this page without', async () => {
    const { read } = await open();
    const textOf = (site: string) => `${site} wants you to sign in with your Solana account:\n${own}`;
    const shown = async (site: string) =>
      intentOf(await read('solana:signMessage', { message: toText(textOf(site)) })).lines[0];
    expect(await shown('other.example')).toEqual({
      ...{ is: 'domain', value: 'other.example', warning: 'other-site' },
    });
    expect(await shown('app.example')).toMatchObject({ is: 'text' });
  });

  it('that the wallet replaces by another is refused', async () => {
    const { read, answer, wallet } = await open();
    wallet.switches.signsOwnText = true;
    const reading = await read('solana:signMessage', { message: toText('Ahoy') });
    await expect(answer(reading)).rejects.toMatchObject({ code: 'wallet/other-text' });
  });

  it('with the signature of something else is refused', async () => {
    const { read, answer, wallet } = await open();
    const signedMessage = new TextEncoder().encode('Ahoy');
    wallet.switches.answers['solana:signMessage'] = [
      { signedMessage, signature: new Uint8Array(64).fill(1) },
    ];
    const reading = await read('solana:signMessage', { message: toText('Ahoy') });
    await expect(answer(reading)).rejects.toMatchObject({ code: 'wallet/wrong-signature' });
  });
});

describe('a sign-in', () => {
  const fields = { statement: 'Sign in to the harbour.', nonce: '0123456789abcdef', chainId: 'localnet' };

  it('is shown, gets the domain and the address, and passes a server that verifies it', async () => {
    const { read, answer } = await open({ lacks: ['solana:signIn'] });
    const reading = await read('solana:signIn', fields);
    expect(intentOf(reading)).toMatchObject({
      asksFor: 'signature',
      lines: [
        { is: 'domain', value: 'app.example' },
        { is: 'text', value: fields.statement },
        { is: 'field', name: 'chainId', value: 'localnet' },
        { is: 'field', name: 'nonce', value: fields.nonce },
      ],
    });
    const { value } = (await answer(reading)) as {
      value: { address: string; signedMessage: string; signature: string };
    };
    const [signedMessage, signature] = [toBytes(value.signedMessage), toBytes(value.signature)];
    expect(value.address).toBe(own);
    expect(parseSignInMessage(signedMessage)).toMatchObject({ domain: 'app.example', address: own });
    const account = { address: own, publicKey: Uint8Array.from(key(own)), chains: [], features: [] };
    expect(verifySignIn(fields, { account, signedMessage, signature })).toBe(true);
  });

  it.each<[string, object, readonly string[]]>([
    ['a URI of this page', { uri: 'https://app.example/swap' }, []],
    ['a URI of another site', { uri: 'https://other.example' }, ['uri']],
    ['a URI of another port', { uri: 'https://app.example:444' }, ['uri']],
    ['a URI with a name before this site', { uri: 'https://other.example@app.example' }, ['uri']],
    ['a URI of no site', { uri: 'other.example' }, ['uri']],
    ['resources of this page', { resources: ['https://app.example/terms', 'ipfs://bafy', 'profile'] }, []],
    ['a resource of another site', { resources: ['https://other.example/terms'] }, ['resource']],
  ])('is red where it names another site: %s', async (_, more, names) => {
    const { read } = await open();
    const { lines } = intentOf(await read('solana:signIn', { ...fields, ...more }));
    const red = lines.filter(({ warning }) => warning === 'other-site');
    expect(red.map(({ name }) => name)).toEqual(names);
    expect(lines.filter(({ warning }) => warning !== undefined)).toEqual(red);
  });

  it.each(['statement', 'nonce', 'requestId', 'version'])(
    'whose %s signs in to another site is shown with a warning',
    async (name) => {
      const { read } = await open();
      const value = 'other.example wants you to sign in with your Solana account:';
      const { lines } = intentOf(await read('solana:signIn', { ...fields, [name]: value }));
      expect(lines.slice(0, 2)).toEqual([
        { is: 'domain', value: 'app.example' },
        { is: 'domain', value: 'other.example', warning: 'other-site' },
      ]);
    },
  );

  it('by the wallet itself has the same fields', async () => {
    const { read, answer, wallet } = await open();
    const asked = {
      uri: 'https://app.example',
      version: '1',
      ...fields,
      issuedAt: 'now',
      expirationTime: 'soon',
    };
    await answer(await read('solana:signIn', { ...asked, domain: 'app.example', address: own }));
    expect(wallet.asked.at(-1)?.input).toEqual({ ...asked, domain: 'app.example', address: own });
  });

  it('whose text the wallet changes is refused', async () => {
    const { read, answer, wallet } = await open();
    wallet.switches.signsOwnText = true;
    const reading = await read('solana:signIn', fields);
    await expect(answer(reading)).rejects.toMatchObject({ code: 'wallet/other-text' });
  });
});

describe('a transaction is shown', () => {
  const contract = (name: string, value: string) => ({ is: 'contract', name, value });
  const authority = (kind: number) => [6, kind, 1, ...key(third)];
  const priced = (price: bigint) =>
    call('ComputeBudget111111111111111111111111111111', [], [3, ...u64(price)]);

  it.each<[what: string, instructions: readonly Instruction[], lines: readonly object[], built?: Built]>([
    [
      'a transfer',
      [transfer()],
      [
        { is: 'recipient', value: other },
        { is: 'amount', value: '7' },
      ],
    ],
    [
      'a transfer with a usual priority fee',
      [priced(1000n), transfer()],
      [
        { is: 'recipient', value: other },
        { is: 'amount', value: '7' },
      ],
    ],
    [
      'a transfer with a high priority fee',
      [priced(1_000_000_000n), transfer()],
      [
        { is: 'field', name: 'fee', value: '0.200005 SOL', warning: 'fee' },
        { is: 'recipient', value: other },
        { is: 'amount', value: '7' },
      ],
    ],
    [
      'a transfer of another signer',
      [transfer(third)],
      [
        { is: 'field', name: 'from', value: third },
        { is: 'recipient', value: other },
        { is: 'amount', value: '7' },
      ],
    ],
    [
      'a transfer whose fee another account pays',
      [transfer()],
      [
        { is: 'field', name: 'feePayer', value: third },
        { is: 'recipient', value: other },
        { is: 'amount', value: '7' },
      ],
      { payer: third },
    ],
    [
      'a new account',
      [call(system, [signer(own), signer(third)], [...u32(0), ...u64(9n), ...u64(165n), ...key(token)])],
      [
        contract('System program', system),
        { is: 'function', value: 'createAccount' },
        { is: 'field', name: 'account', value: third },
        { is: 'amount', value: '9' },
        { is: 'field', name: 'space', value: '165' },
        { is: 'field', name: 'owner', value: token },
      ],
    ],
    [
      'the account given to a program',
      [call(system, [signer(own)], [...u32(1), ...key(third)])],
      [
        contract('System program', system),
        { is: 'function', value: 'assign' },
        { is: 'field', name: 'account', value: own },
        { is: 'spender', value: third, warning: 'all-tokens' },
      ],
    ],
    [
      'a token transfer',
      [call(token, [writable(third), writable(other), signer(own)], [3, ...u64(5n)])],
      [
        contract('Token program', token),
        { is: 'function', value: 'transfer' },
        { is: 'field', name: 'account', value: third },
        { is: 'recipient', value: other },
        { is: 'tokens', name: 'amount, in smallest units', value: '5' },
      ],
    ],
    [
      'a checked transfer of Token-2022',
      [
        call(
          token2022,
          [writable(third), readonly(memo), writable(other), signer(own)],
          [12, ...u64(1_500_000n), 6],
        ),
      ],
      [
        contract('Token-2022 program', token2022),
        { is: 'function', value: 'transferChecked' },
        { is: 'field', name: 'account', value: third },
        { is: 'token', value: memo },
        { is: 'recipient', value: other },
        { is: 'paid', name: 'amount', value: '1.5' },
      ],
    ],
    [
      'a checked transfer of another’s tokens',
      [
        call(
          token,
          [writable(third), readonly(memo), writable(other), signer(third)],
          [12, ...u64(1_500_000n), 6],
        ),
      ],
      [
        contract('Token program', token),
        { is: 'function', value: 'transferChecked' },
        { is: 'field', name: 'account', value: third },
        { is: 'token', value: memo },
        { is: 'recipient', value: other },
        { is: 'field', name: 'owner', value: third },
        { is: 'tokens', name: 'amount', value: '1.5' },
      ],
    ],
    [
      'an approval of a spender',
      [call(token, [writable(third), readonly(other), signer(own)], [4, ...u64(2n ** 64n - 1n)])],
      [
        contract('Token program', token),
        { is: 'function', value: 'approve' },
        { is: 'field', name: 'account', value: third },
        { is: 'spender', value: other },
        {
          ...{ is: 'tokens', name: 'amount, in smallest units', value: '18446744073709551615' },
          warning: 'unlimited',
        },
      ],
    ],
    [
      'an approval without end',
      [call(token, [writable(third), signer(own)], [5])],
      [
        contract('Token program', token),
        { is: 'function', value: 'revoke' },
        { is: 'field', name: 'account', value: third },
      ],
    ],
    [
      'a token account that is closed',
      [call(token, [writable(third), writable(other), signer(own)], [9])],
      [
        contract('Token program', token),
        { is: 'function', value: 'closeAccount' },
        { is: 'field', name: 'account', value: third },
        { is: 'recipient', value: other, warning: 'all-tokens' },
      ],
    ],
    [
      'a token account that gets another owner',
      [call(token, [writable(other), signer(own)], authority(2))],
      [
        contract('Token program', token),
        { is: 'function', value: 'setAuthority' },
        { is: 'field', name: 'account', value: other },
        { is: 'field', name: 'authority', value: 'accountOwner' },
        { is: 'spender', value: third, warning: 'all-tokens' },
      ],
    ],
    [
      'an authority that ends',
      [call(token, [writable(other), signer(own)], [6, 0, 0])],
      [
        contract('Token program', token),
        { is: 'function', value: 'setAuthority' },
        { is: 'field', name: 'account', value: other },
        { is: 'field', name: 'authority', value: 'mintTokens' },
        { is: 'field', name: 'newAuthority', value: 'none' },
      ],
    ],
    [
      'a new token account',
      [
        call(
          'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
          [signer(own), writable(third), readonly(other), readonly(memo), readonly(system), readonly(token)],
          [1],
        ),
      ],
      [
        contract('Associated token program', 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
        { is: 'function', value: 'createIdempotent' },
        { is: 'field', name: 'account', value: third },
        { is: 'field', name: 'owner', value: other },
        { is: 'token', value: memo },
      ],
    ],
    [
      'a memo of each program for it, and a program that is not known',
      [
        ...memos.map((one) => call(one, [], [...new TextEncoder().encode('Ahoy')])),
        call(third, [signer(own)], [1, 2, 3]),
      ],
      [
        ...memos.flatMap((_, at) => [
          { is: 'call', value: String(at + 1) } as const,
          { is: 'text', value: 'Ahoy' } as const,
        ]),
        { is: 'call', value: '4' },
        { is: 'contract', value: third },
        { is: 'data', value: '0x010203', bytes: 3 },
      ],
    ],
    [
      'a recipient that only a lookup table knows',
      [transfer()],
      [
        {
          ...{ is: 'field', name: 'recipient', value: `account 1 of lookup table ${third}` },
          warning: 'unread',
        },
        { is: 'amount', value: '7' },
      ],
      { table: [memo, other] },
    ],
    [
      'a compute budget alone',
      [priced(1n)],
      [
        contract('Compute budget', 'ComputeBudget111111111111111111111111111111'),
        { is: 'function', value: 'setComputeUnitPrice' },
        { is: 'field', name: 'microLamports', value: '1' },
      ],
    ],
  ])('as %s', async (_, instructions, lines, built) => {
    const { read } = await open();
    for (const version of built?.table ? ([0] as const) : ([0, 'legacy'] as const)) {
      const transactions = [build(instructions, { ...built, version })];
      for (const method of ['solana:signTransaction', 'solana:signAndSendTransaction'])
        expect(intentOf(await read(method, { transactions })).lines).toEqual(lines);
    }
  });

  it('by its recipient and the coins that the account pays, or the one program, or neither', async () => {
    const { read } = await open();
    const shown = async (...instructions: Instruction[]) => {
      const transactions = [build(instructions)];
      const { moves } = intentOf(
        await read('solana:signAndSendTransaction', { transactions }),
      ) as SendingIntent;
      return moves;
    };
    expect(await shown(transfer())).toEqual({ to: other, amount: '7' });
    expect(await shown(call(memo, [signer(own)], [65]))).toEqual({ to: memo, amount: '0' });
    expect(await shown(transfer(), transfer(own, third, 5n))).toEqual({ to: '', amount: '12' });
    expect(await shown(transfer(third))).toEqual({ to: other, amount: '0' });
  });

  it('as web3.js has built it, in both versions', async () => {
    const { read } = await open();
    const [payerKey, toPubkey] = [new PublicKey(own), new PublicKey(other)];
    const instruction = SystemProgram.transfer({ fromPubkey: payerKey, toPubkey, lamports: 7 });
    const legacy = new Transaction({ feePayer: payerKey, blockhash: other, lastValidBlockHeight: 1 }).add(
      instruction,
    );
    const versioned = new VersionedTransaction(
      new TransactionMessage({
        ...{ payerKey, recentBlockhash: other, instructions: [instruction] },
      }).compileToV0Message(),
    );
    for (const wire of [legacy.serialize({ requireAllSignatures: false }), versioned.serialize()])
      expect(
        intentOf(await read('solana:signTransaction', { transactions: [toBase64(wire)] })).lines,
      ).toEqual([
        { is: 'recipient', value: other },
        { is: 'amount', value: '7' },
      ]);
  });

  it('is the same one whatever its blockhash, and no other', async () => {
    const digest = (...built: Parameters<typeof build>) => {
      const message = parseMessage(toBytes(build(...built)));
      return message && digestOf(message);
    };
    const [one, newer, another] = await Promise.all([
      digest([transfer()]),
      digest([transfer()], { blockhash: third }),
      digest([transfer(own, other, 8n)]),
    ]);
    expect(newer).toBe(one);
    expect(another).not.toBe(one);
  });

  it('knows programs by addresses that are ones', () => {
    for (const address of [...programs.keys(), ...programNames.keys()]) {
      expect(isAddress(address)).toBe(true);
      expect(key(address)).toHaveLength(32);
    }
  });
});

describe('a spender of tokens is shown', () => {
  const approve = (amount: bigint) =>
    build([call(token, [writable(tokensOfOwn), readonly(other), signer(own)], [4, ...u64(amount)])]);
  let tokensOfOwn = '';
  beforeAll(async () => {
    const encoder = getAddressEncoder();
    const [found] = await getProgramDerivedAddress({
      programAddress: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL' as Address,
      seeds: [own, token, ferry.token].map((one) => encoder.encode(one as Address)),
    });
    tokensOfOwn = found;
  });
  const warningsOf = async (read: Awaited<ReturnType<typeof open>>['read'], amount: bigint) => {
    const found = [];
    for (const method of ['solana:signTransaction', 'solana:signAndSendTransaction'])
      found.push(intentOf(await read(method, { transactions: [approve(amount)] })).lines.at(-1)?.warning);
    return found;
  };

  it('in red if it may take more than the account has, as its cluster tells', async () => {
    const { read, isAsked } = await open();
    expect(await warningsOf(read, 100_000n)).toEqual([undefined, undefined]);
    expect(await warningsOf(read, 100_001n)).toEqual(['above-balance', 'above-balance']);
    expect(isAsked()).toBe(false);
  });

  it('in red from a large amount on, if the cluster does not answer', async () => {
    const { read } = await open({ network: 'http://127.0.0.1:9' });
    expect(await warningsOf(read, 100_001n)).toEqual([undefined, undefined]);
    expect(await warningsOf(read, 10n ** 15n)).toEqual(['large', 'large']);
  });

  it('in red from a large amount on, if the time for the answer of the cluster is over', async () => {
    const { read } = await open();
    const ended = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    const warnings = [await warningsOf(read, 100_001n), await warningsOf(read, 10n ** 15n)];
    expect(ended).toHaveBeenCalledWith(requestFactsMs);
    ended.mockRestore();
    expect(warnings).toEqual([
      [undefined, undefined],
      ['large', 'large'],
    ]);
  });
});

it('what the application asks of the wallet beside a transaction is shown', async () => {
  const { read } = await open();
  const asked = { preflightCommitment: 'processed', minContextSlot: 5 };
  const sent = { ...asked, commitment: 'confirmed', skipPreflight: true, maxRetries: 0 };
  for (const [method, options] of [
    ['solana:signTransaction', asked],
    ['solana:signAndSendTransaction', sent],
  ] as const) {
    const { lines } = intentOf(await read(method, { ...signing(build([transfer()])), options }));
    const shown = lines.flatMap(({ is, name = '', value }) => (is === 'field' ? [[name, value]] : []));
    expect(Object.fromEntries(shown)).toEqual(
      Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)])),
    );
  }
});

describe('transactions that are signed', () => {
  it('are numbered, said to be transactions, signed at once, and verified', async () => {
    const { read, answer, wallet } = await open();
    const params = signing(build([transfer(), transfer(own, third)]), build([transfer(own, third, 9n)]));
    const reading = await read('solana:signTransaction', { ...params, options: { minContextSlot: 5 } });
    const intent = intentOf(reading);
    expect(intent).toMatchObject({ asksFor: 'signature', isTransaction: true });
    expect(intent.lines.filter(({ is }) => is === 'call').map(({ value }) => value)).toEqual([
      ...['1', '1.1', '1.2'],
      ...['2', '2.1'],
    ]);
    const { value, sent } = await answer(reading);
    expect(sent).toBeUndefined();
    const { signedTransactions } = value as { signedTransactions: readonly string[] };
    for (const [at, signed] of signedTransactions.entries()) {
      const [wire, asked] = [toBytes(signed), toBytes(params.transactions[at] ?? '')];
      expect(wire.slice(65)).toEqual(asked.slice(65));
      const publicKey = Uint8Array.from(key(own));
      expect(tweetnacl.sign.detached.verify(wire.slice(65), wire.slice(1, 65), publicKey)).toBe(true);
    }
    expect(wallet.asked.filter(({ feature }) => feature === 'solana:signTransaction')).toMatchObject([
      { input: { chain: localnet, options: { minContextSlot: 5 } } },
    ]);
  });

  it('keep the signature of the account that pays the fee', async () => {
    const { read, answer } = await open();
    const wire = toBytes(build([transfer()], { payer: third }));
    const seed = Buffer.from(solanaAccounts[2]?.seed ?? []);
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
    wire.set(sign(null, wire.slice(129), createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })), 1);
    const { value } = await answer(await read('solana:signTransaction', signing(toBase64(wire))));
    const [signed = ''] = (value as { signedTransactions: readonly string[] }).signedTransactions;
    expect(toBytes(signed).slice(0, 65)).toEqual(wire.slice(0, 65));
  });

  it.each<readonly [string, unknown, string]>([
    ['no transaction', [{ signedTransaction: new Uint8Array([1, 2, 3]) }], 'wallet/malformed'],
    ['nothing', [], 'wallet/malformed'],
    [
      'one without a signature',
      [{ signedTransaction: toBytes(build([transfer()])) }],
      'wallet/wrong-signature',
    ],
    [
      'one that the account does not sign',
      [{ signedTransaction: toBytes(build([transfer(other)], { payer: other })) }],
      'wallet/wrong-signature',
    ],
  ])('reject if the wallet answers with %s', async (_, answered, code) => {
    const { read, answer, wallet } = await open();
    wallet.switches.answers['solana:signTransaction'] = answered;
    const reading = await read('solana:signTransaction', signing(build([transfer()])));
    await expect(answer(reading)).rejects.toMatchObject({ code });
  });

  it('reject if the person does', async () => {
    const { read, answer, wallet } = await open();
    wallet.switches.answer = 'reject';
    const reading = await read('solana:signTransaction', signing(build([transfer()])));
    await expect(answer(reading)).rejects.toMatchObject({ code: 'wallet/rejected' });
  });
});

describe('a transaction that the wallet sends', () => {
  it('if it is more than a transfer, and the wallet has changed it, is not compared', async () => {
    const { read, toEnd, wallet } = await open();
    const instructions = [transfer(own, other, 1_005n), transfer(own, third, 1_006n)];
    const transactions = [build(instructions, { blockhash: await readBlockhash() })];
    const reading = await read('solana:signAndSendTransaction', { transactions });
    wallet.switches.alters = (wire) => wire.set(u64(1_007n), wire.length - 9);
    const { settled } = await toEnd(reading);
    expect(settled).toMatchObject({
      state: 'landed',
      comparison: { result: 'not-compared', why: 'contract' },
    });
  });

  it('is a transfer also with bytes after it, and compared as one', async () => {
    const { read, toEnd, wallet } = await open();
    const paying = transfer(own, other, 1_011n);
    const more = { ...paying, data: Uint8Array.from([...(paying.data ?? []), 9]) };
    const send = async () => {
      const transactions = [build([more], { blockhash: await readBlockhash() })];
      const reading = await read('solana:signAndSendTransaction', { transactions });
      return { moves: (intentOf(reading) as SendingIntent).moves, ...(await toEnd(reading)) };
    };
    const moves = { to: other, amount: '1011' };
    expect(await send()).toMatchObject({
      moves,
      settled: { state: 'landed', comparison: { result: 'as-asked' } },
    });
    wallet.switches.alters = (wire) => wire.set(u64(1_012n), wire.length - 10);
    expect(await send()).toMatchObject({
      moves,
      settled: { comparison: { result: 'not-as-asked', moved: [{ to: other, amount: '1012' }] } },
    });
  });

  it('with a durable nonce is never said to be too late', async () => {
    const { read, answer, wallet, notes } = await open();
    wallet.switches.answers['solana:signAndSendTransaction'] = [{ signature: new Uint8Array(64).fill(1) }];
    // The chain ignores the byte after it.
    const advance = call(system, [writable(third), readonly(memo), signer(own)], [...u32(4), 1]);
    const send = async (...instructions: Instruction[]) =>
      answer(await read('solana:signAndSendTransaction', { transactions: [build(instructions)] }));
    await send(transfer());
    await vi.waitFor(() => expect(notes.at(-1)).toContain('answered'));
    notes.length = 0;
    await send(advance, transfer());
    await turns();
    expect(notes).toHaveLength(1);
    expect(notes[0]).not.toContain('answered');
  });
});

describe.each([
  // Two equal transfers with one blockhash would be one transaction.
  ['by the wallet', [], 1_000n],
  ['by the page, for a wallet that only signs', ['solana:signAndSendTransaction'], 2_000n],
])('a transaction that is sent %s', (_, lacks, least) => {
  const params = async (more: bigint) =>
    signing(build([transfer(own, other, least + more)], { blockhash: await readBlockhash() }));

  it('is noted first, has its id as the answer, and lands as asked', async () => {
    const { read, toEnd, notes, wallet } = await open({ lacks });
    const reading = await read('solana:signAndSendTransaction', await params(1n));
    expect(notes).toEqual([]);
    let noted = 0;
    wallet.switches.alters = () => {
      noted = notes.length;
    };
    const { value, sent, settled } = await toEnd(reading);
    expect(noted).toBe(1);
    expect(value).toEqual({ signature: sent?.transaction });
    expect(JSON.parse(notes[0] ?? '')).toMatchObject({ message: expect.stringMatching(/^.{44}$/) });
    expect(settled).toMatchObject({
      ...{ state: 'landed', transaction: sent?.transaction },
      comparison: { result: 'as-asked' },
    });
  });

  it('is taken back if the person rejects it', async () => {
    const { read, answer, notes, wallet } = await open({ lacks });
    const reading = await read('solana:signAndSendTransaction', await params(2n));
    wallet.switches.answer = 'reject';
    await expect(answer(reading)).rejects.toMatchObject({ code: 'wallet/rejected' });
    expect(notes.at(-1)).toBeUndefined();
  });

  it('that the wallet has changed is not submitted by the page, and not compared if it is', async () => {
    const { read, toEnd, wallet, notes } = await open({ lacks });
    const reading = await read('solana:signAndSendTransaction', await params(3n));
    // Another amount.
    wallet.switches.alters = (wire) => wire.set(u64(least + 4n), wire.length - 9);
    const ending = toEnd(reading);
    if (lacks.length > 0) {
      await expect(ending).rejects.toMatchObject({ code: 'wallet/other-transaction' });
      expect(notes.at(-1)).toBeUndefined();
      return;
    }
    expect((await ending).settled).toMatchObject({
      comparison: { result: 'not-as-asked', moved: [{ to: other, amount: String(least + 4n) }] },
    });
  });

  it('that fails on its cluster is failed', async () => {
    const { read, answer } = await open({ lacks: ['solana:signAndSendTransaction'] });
    const assignment = call(system, [signer(own)], [...u32(99)]);
    const transactions = [build([assignment], { blockhash: await readBlockhash() })];
    const reading = await read('solana:signAndSendTransaction', { transactions });
    await expect(answer(reading)).rejects.toMatchObject({ code: expect.stringMatching(/^network\//) });
  });
});
