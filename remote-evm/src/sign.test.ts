import type { AccountId, SignInRequest } from '@linkspan/contract';
import { evmAccounts } from '@linkspan/practice/accounts';
import { SiweMessage } from 'siwe';
import { parseSignature, serializeCompactSignature, signatureToCompactSignature } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { sign, toSignInText } from './sign.ts';

const [own, other] = evmAccounts.map(({ privateKey }) => privateKeyToAccount(privateKey)) as [
  ReturnType<typeof privateKeyToAccount>,
  ReturnType<typeof privateKeyToAccount>,
];
const stranger = privateKeyToAccount(`0x${'1'.repeat(64)}`);
const idOf = ({ address }: { address: string }): AccountId => `eip155:31337:${address}`;
const zeros = `0x${'00'.repeat(65)}`;

type Answers = Partial<Record<string, unknown>>;

/** Signs as a wallet that answers with this, on a chain that does; a chain without an answer is out of reach. */
function signWith(signature: string, answers: Answers = {}, text = 'Ahoy') {
  const request = async ({ method }: { method: string }) => {
    if (answers[method] instanceof Error) throw answers[method];
    if (method in answers) return answers[method];
    throw Object.assign(new Error('away'), { code: 'network/unreachable' });
  };
  const ask = async () => signature;
  const accounts = [idOf(own), idOf(other)];
  const signer = { wallet: 'Harbour', account: idOf(own), accounts, ask, openRequest: () => request };
  return sign(signer, text);
}

const toReverted = (code: number, message: string) => Object.assign(new Error(message), { code });
const noContract = { eth_getCode: '0x' };
const contract = (answer: unknown) => ({ eth_getCode: '0x6001', eth_call: answer });

describe('a signature of a key', () => {
  it('is verified by recovery, without the chain', async () => {
    const signature = await own.signMessage({ message: 'Ahoy' });
    await expect(signWith(signature)).resolves.toEqual({
      ...{ account: idOf(own), message: 'Ahoy', scheme: 'eip191', signature },
      isVerified: true,
    });
  });

  it('is verified with a recovery byte from 0, as some wallets have it', async () => {
    const signature = await own.signMessage({ message: 'Ahoy' });
    const v = Number.parseInt(signature.slice(130), 16) - 27;
    await expect(signWith(`${signature.slice(0, 130)}0${v}`)).resolves.toMatchObject({ isVerified: true });
  });

  /** EIP-2098, by viem. */
  const toCompact = (signature: `0x${string}`) =>
    serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)));

  // Both values of the bit: of these texts, some signatures have a recovery byte of 27, and some of 28.
  it.each(['Ahoy', 'Avast', 'Belay', 'Heave', 'Port', 'Starboard'])(
    'of 64 bytes is verified, and published with 65 (%s)',
    async (text) => {
      const signature = await own.signMessage({ message: text });
      await expect(signWith(toCompact(signature), {}, text)).resolves.toMatchObject({
        signature,
        isVerified: true,
      });
    },
  );

  it.each<[string, () => Promise<`0x${string}`>, string]>([
    ['another account’s', () => other.signMessage({ message: 'Ahoy' }), 'wallet/other-signer'],
    ['a stranger’s', () => stranger.signMessage({ message: 'Ahoy' }), 'wallet/wrong-signature'],
    ['of another text', () => own.signMessage({ message: 'Avast' }), 'wallet/wrong-signature'],
  ])('of 64 bytes that is %s is refused', async (_, make, code) => {
    await expect(signWith(toCompact(await make()), noContract)).rejects.toMatchObject({ code });
  });

  it.each<[string, () => Promise<string>]>([
    ['is all zeros', async () => zeros],
    ['is 64 zeros', async () => `0x${'00'.repeat(64)}`],
    ['is all ones', async () => `0x${'ff'.repeat(65)}`],
    ['is a stranger’s', () => stranger.signMessage({ message: 'Ahoy' })],
    ['is of another text', () => own.signMessage({ message: 'Avast' })],
  ])('that %s is refused', async (_, make) => {
    const refused = { code: 'wallet/wrong-signature', context: { wallet: 'Harbour' } };
    await expect(signWith(await make(), noContract)).rejects.toMatchObject(refused);
  });

  it('that is another account’s of the wallet is refused, and says whose it is', async () => {
    const signature = await other.signMessage({ message: 'Ahoy' });
    await expect(signWith(signature, noContract)).rejects.toMatchObject({
      code: 'wallet/other-signer',
      context: { wallet: 'Harbour', account: own.address, signer: other.address },
    });
  });

  it('that may be a contract’s is not verified if the chain does not answer', async () => {
    for (const signature of [zeros, await other.signMessage({ message: 'Ahoy' })]) {
      const signed = await signWith(signature);
      expect(signed).toMatchObject({ signature });
      expect(signed).not.toHaveProperty('isVerified');
    }
  });
});

describe('a signature of a contract', () => {
  const signature = `0x${'ab'.repeat(200)}`;

  it.each(['0x01', `0x${'0'.repeat(63)}1`])('is verified if the chain answers %s', async (answer) => {
    await expect(signWith(signature, contract(answer))).resolves.toMatchObject({ isVerified: true });
  });

  it.each<[string, unknown]>([
    ['answers no', '0x00'],
    ['reverts', toReverted(3, 'execution reverted')],
    ['reverts in Nethermind’s words', toReverted(-32015, 'VM execution error.')],
    ['reverts with a reason', toReverted(-32000, 'execution reverted: invalid v')],
  ])('is refused if the contract %s', async (_, answer) => {
    await expect(signWith(signature, contract(answer))).rejects.toMatchObject({
      code: 'wallet/wrong-signature',
    });
  });

  it.each<[string, Answers]>([
    ['does not answer', {}],
    ['does not answer the call', { eth_getCode: '0x6001' }],
    ['knows no such call', contract(toReverted(-32601, 'the method does not exist'))],
    ['answers with nothing', contract('0x')],
    ['answers nonsense', contract(7)],
  ])('is not verified if the node %s', async (_, answers) => {
    expect(await signWith(signature, answers)).not.toHaveProperty('isVerified');
  });

  it('of 64 bytes is published as it is', async () => {
    const short = `0x${'ab'.repeat(64)}`;
    await expect(signWith(short, contract('0x01'))).resolves.toMatchObject({
      signature: short,
      isVerified: true,
    });
  });

  it('is refused of a form that is none', async () => {
    for (const odd of ['0x', `0x${'ab'.repeat(63)}`, `0x${'ab'.repeat(65)}a`, 'ab'.repeat(65)])
      await expect(signWith(odd)).rejects.toMatchObject({
        code: 'wallet/malformed',
        context: { place: 'signature' },
      });
  });
});

const intent: SignInRequest = {
  kind: 'sign-in',
  account: 'eip155:31337:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  domain: 'shell.example',
  uri: 'https://shell.example/',
  statement: 'Sign in to Linkspan.',
  nonce: '0123456789abcdef0123456789abcdef',
  issuedAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-11-20T12:10:00.000Z',
};

describe('the text of a sign-in', () => {
  it('is what a parser built on the grammar of EIP-4361 reads', () => {
    expect(new SiweMessage(toSignInText(intent))).toMatchObject({
      domain: 'shell.example',
      address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      statement: 'Sign in to Linkspan.',
      uri: 'https://shell.example/',
      version: '1',
      chainId: 31337,
      nonce: '0123456789abcdef0123456789abcdef',
      issuedAt: '2026-11-20T12:00:00.000Z',
      expirationTime: '2026-11-20T12:10:00.000Z',
    });
  });

  it.each(['localhost:4300', '127.0.0.1:4300', '[::1]:4300', 'intranet', 'xn--e1afmkfd.xn--p1ai'])(
    'names the page %s',
    (domain) => {
      const text = toSignInText({ ...intent, domain, uri: `http://${domain}/` });
      expect(new SiweMessage(text)).toMatchObject({ domain, uri: `http://${domain}/` });
    },
  );

  it.each(['Two\nlines.', 'Sign in to “Linkspan”.', 'URI: a\nVersion: 2'])(
    'is not made with the statement %j, which the grammar does not have',
    (statement) => {
      expect(() => toSignInText({ ...intent, statement })).toThrow(
        expect.objectContaining({ code: 'config/malformed' }),
      );
    },
  );

  it.each([
    ['address', 'eip155:1:0xF39fd6e51aad88f6f4ce6ab8827279cfffb92266'],
    ['address', 'eip155:1:0xf39f'],
    ['chain ID', 'eip155:one:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'],
  ] as const)('is not made if the %s is wrong: %s', (field, account) => {
    expect(() => toSignInText({ ...intent, account })).toThrow(
      expect.objectContaining({
        code: 'config/malformed',
        context: expect.objectContaining({ place: expect.stringContaining(field) }),
      }),
    );
  });
});
