import { type AccountId, addressOf, type SignInRequest } from '@linkspan/contract';
import { solanaAccounts } from '@linkspan/practice/accounts';
import {
  address,
  getBase58Decoder,
  getBase58Encoder,
  getBase64Encoder,
  getOffchainMessageV0Encoder,
  getOffchainMessageV1Encoder,
  offchainMessageApplicationDomain,
  offchainMessageContentUtf8Of1232BytesMax,
} from '@solana/kit';
import tweetnacl from 'tweetnacl';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sign, signIn, toSignInInput, toSignInText } from './sign.ts';

const [own, other] = solanaAccounts.slice(0, 2).map(({ address, seed }) => ({
  account: `solana:local:${address}` as AccountId,
  key: tweetnacl.sign.keyPair.fromSeed(new Uint8Array(seed)).secretKey,
})) as [Signing, Signing];

interface Signing {
  readonly account: AccountId;
  readonly key: Uint8Array;
}

const zeros = new Uint8Array(64);
const toBytes = (text: string) => new TextEncoder().encode(text);

interface Wish {
  readonly by?: Signing;
  readonly signature?: Uint8Array;
  /** What the wallet makes of the bytes that it is to sign. */
  readonly change?: (bytes: Uint8Array) => Uint8Array;
  readonly asked?: AccountId;
  /** Whom the wallet says that it signed in as. */
  readonly toldAddress?: string;
  readonly hasSignIn?: boolean;
}

function toSigner(wish: Wish = {}) {
  const { by = own, change = (bytes) => bytes, asked = own.account, hasSignIn = true } = wish;
  const ask = async (bytes: Uint8Array) => {
    const signedMessage = change(bytes);
    return { signedMessage, signature: wish.signature ?? tweetnacl.sign.detached(signedMessage, by.key) };
  };
  const address = wish.toldAddress ?? addressOf(by.account);
  return {
    wallet: 'Harbour',
    account: asked,
    accounts: [own.account, other.account],
    cluster: 'solana:localnet',
    ask,
    askSignIn: hasSignIn
      ? async (input: Parameters<typeof toSignInText>[0]) => ({
          address,
          ...(await ask(toBytes(toSignInText({ ...input, address })))),
        })
      : undefined,
  };
}

const intent: SignInRequest = {
  kind: 'sign-in',
  account: own.account,
  domain: 'app.example',
  uri: 'https://app.example/',
  nonce: '0123456789abcdef',
  issuedAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-11-20T12:10:00.000Z',
};
const text = toSignInText(toSignInInput(intent, 'solana:localnet'));

const keyOf = ({ account }: Signing) => [...getBase58Encoder().encode(addressOf(account))];
const domain = [255, ...toBytes('solana offchain')];
const toLength = (length: number) => [length % 256, Math.floor(length / 256)];
const application = Array.from({ length: 32 }, () => 7);

type Header = [what: string, head: (length: number) => readonly number[]];

/** Before a text of this length; "ours" is the account that is asked. */
const validHeaders: readonly Header[] = [
  ['a header without signers', (length) => [...domain, 0, 1, ...toLength(length)]],
  [
    'a header of version 0',
    (length) => [...domain, 0, ...application, 1, 1, ...keyOf(own), ...toLength(length)],
  ],
  [
    'a header of version 0 with two signers',
    (length) => [...domain, 0, ...application, 2, 2, ...keyOf(other), ...keyOf(own), ...toLength(length)],
  ],
  ['a header of version 1', () => [...domain, 1, 1, ...keyOf(own)]],
];

const invalidHeaders: readonly Header[] = [
  ['a text', () => [...toBytes('Signed with Harbour:\n')]],
  ['a byte order mark', () => [239, 187, 191]],
  ['a zero', () => [0]],
  ['a domain without a header', () => domain],
  ['a domain of other letters', (length) => [255, ...toBytes('solana onchain!'), 0, 1, ...toLength(length)]],
  ['an unknown version', (length) => [...domain, 2, 1, ...toLength(length)]],
  ['an unknown format', (length) => [...domain, 0, 3, ...toLength(length)]],
  ['a length that is too small', (length) => [...domain, 0, 1, ...toLength(length - 1)]],
  ['a length that is too large', (length) => [...domain, 0, 1, ...toLength(length + 1)]],
  ['a header and a text that it counts', (length) => [...domain, 0, 1, ...toLength(length + 1), 33]],
  ['another signer', (length) => [...domain, 0, ...application, 1, 1, ...keyOf(other), ...toLength(length)]],
  ['no signer', (length) => [...domain, 0, ...application, 1, 0, ...toLength(length)]],
  ['more signers than there are keys', () => [...domain, 1, 9, ...keyOf(own)]],
  ['another signer in version 1', () => [...domain, 1, 1, ...keyOf(other)]],
  [
    'a header of version 0 of another length',
    (length) => [...domain, 0, ...application, 1, 1, ...keyOf(own), ...toLength(length + 256)],
  ],
];

afterEach(() => vi.restoreAllMocks());

describe('a signature by Ed25519', () => {
  it('is verified, and kept with the bytes that were signed', async () => {
    const signed = await sign(toSigner(), 'Ahoy ⚓');
    expect(signed).toMatchObject({ account: own.account, message: 'Ahoy ⚓', isVerified: true });
    expect(bytesOf(signed)).toEqual(toBytes('Ahoy ⚓'));
  });

  it.each(validHeaders)(
    'is verified over all its bytes if the wallet puts %s before them',
    async (_, head) => {
      const change = (bytes: Uint8Array) => Uint8Array.from([...head(bytes.length), ...bytes]);
      const signed = await sign(toSigner({ change }), 'Ahoy');
      expect(signed).toMatchObject({ message: 'Ahoy', isVerified: true });
      expect(bytesOf(signed)).toEqual(change(toBytes('Ahoy')));
    },
  );

  it('is taken as the library for off-chain messages writes them, in each version', async () => {
    const content = 'Ahoy ⚓\nBelay';
    const signatories = { requiredSignatories: [{ address: address(addressOf(own.account)) }] };
    const utf8 = offchainMessageContentUtf8Of1232BytesMax(content);
    const applicationDomain = offchainMessageApplicationDomain(addressOf(other.account));
    const written = [
      getOffchainMessageV0Encoder().encode({
        ...{ ...signatories, applicationDomain, version: 0 },
        content: utf8,
      }),
      getOffchainMessageV1Encoder().encode({ ...signatories, version: 1, content }),
    ];
    for (const bytes of written) {
      const signed = await sign(toSigner({ change: () => new Uint8Array(bytes) }), content);
      expect(signed).toMatchObject({ message: content, isVerified: true });
    }
  });

  it.each(invalidHeaders)('is refused if the wallet puts %s before it', async (_, head) => {
    const change = (bytes: Uint8Array) => Uint8Array.from([...head(bytes.length), ...bytes]);
    await expect(sign(toSigner({ change }), 'Ahoy ⚓')).rejects.toMatchObject({ code: 'wallet/other-text' });
    await expect(signIn(toSigner({ change }), intent)).rejects.toMatchObject({
      code: expect.stringMatching(/^wallet\/(other-text|malformed)$/),
    });
  });

  it('is refused if the header is right and a byte of it is not signed', async () => {
    const [, head] = validHeaders[0] as (typeof validHeaders)[number];
    const change = (bytes: Uint8Array) => Uint8Array.from([...head(bytes.length), ...bytes]);
    const signature = tweetnacl.sign.detached(toBytes('Ahoy'), own.key);
    await expect(sign(toSigner({ change, signature }), 'Ahoy')).rejects.toMatchObject({
      code: 'wallet/wrong-signature',
    });
  });

  it.each<[string, Wish]>([
    ['is all zeros', { signature: zeros }],
    ['is by a stranger', { by: { account: own.account, key: tweetnacl.sign.keyPair().secretKey } }],
    ['is of another text', { signature: tweetnacl.sign.detached(toBytes('Avast'), own.key) }],
    [
      'is by a key of small order, under which it fits any text',
      {
        asked: `solana:local:${getBase58Decoder().decode(Uint8Array.from([1, ...new Uint8Array(31)]))}`,
        signature: Uint8Array.from([1, ...new Uint8Array(63)]),
      },
    ],
  ])('that %s is refused', async (_, wish) => {
    const refused = { code: 'wallet/wrong-signature', context: { wallet: 'Harbour' } };
    await expect(sign(toSigner(wish), 'Ahoy')).rejects.toMatchObject(refused);
  });

  it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['signed another text', () => toBytes('Avast')],
    ['signed a part of it', (bytes) => bytes.slice(1)],
    ['put something behind it', (bytes) => Uint8Array.from([...bytes, 33])],
  ])('is refused if the wallet %s', async (_, change) => {
    await expect(sign(toSigner({ change }), 'Ahoy')).rejects.toMatchObject({
      code: 'wallet/other-text',
      context: { field: 'message' },
    });
  });

  it('that is another account’s of the wallet is refused, and says whose it is', async () => {
    await expect(sign(toSigner({ by: other }), 'Ahoy')).rejects.toMatchObject({
      code: 'wallet/other-signer',
      context: { account: addressOf(own.account), signer: addressOf(other.account) },
    });
  });

  it('is not verified in a browser without Ed25519', async () => {
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('no', 'NotSupportedError'));
    const signed = await sign(toSigner({ signature: zeros }), 'Ahoy');
    expect(signed).not.toHaveProperty('isVerified');
  });
});

describe('a sign-in', () => {
  it.each([true, false])(
    'is verified, and its text is what was asked (by solana:signIn: %s)',
    async (hasSignIn) => {
      const signed = await signIn(toSigner({ hasSignIn }), intent);
      expect(signed).toMatchObject({ account: own.account, message: text, isVerified: true });
      expect(bytesOf(signed)).toEqual(toBytes(text));
    },
  );

  it.each(validHeaders)('is verified after %s, by solana:signIn and as a message', async (_, head) => {
    const change = (bytes: Uint8Array) => Uint8Array.from([...head(bytes.length), ...bytes]);
    for (const hasSignIn of [true, false]) {
      const signed = await signIn(toSigner({ change, hasSignIn }), intent);
      expect(signed).toMatchObject({ message: text, isVerified: true });
      expect(bytesOf(signed)).toEqual(change(toBytes(text)));
    }
  });

  it('is refused after a valid header if its text is another one', async () => {
    const [, head] = validHeaders[1] as Header;
    const trap = toBytes(text.replace('app.', 'trap.'));
    const change = () => Uint8Array.from([...head(trap.length), ...trap]);
    await expect(signIn(toSigner({ change }), intent)).rejects.toMatchObject({
      code: 'wallet/other-text',
      context: { field: 'domain' },
    });
  });

  it.each([true, false])('as another account says so (by solana:signIn: %s)', async (hasSignIn) => {
    await expect(signIn(toSigner({ by: other, hasSignIn }), intent)).rejects.toMatchObject({
      code: 'wallet/other-signer',
      context: { account: addressOf(own.account), signer: addressOf(other.account) },
    });
  });

  it('as another account says so in a browser without Ed25519, too', async () => {
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('no', 'NotSupportedError'));
    await expect(signIn(toSigner({ by: other }), intent)).rejects.toMatchObject({
      code: 'wallet/other-signer',
    });
  });

  it.each<[string, Wish, object]>([
    ['whose signature is all zeros', { signature: zeros }, { code: 'wallet/wrong-signature' }],
    [
      'that another account signed in this one’s name',
      { by: other, toldAddress: addressOf(own.account) },
      { code: 'wallet/other-signer' },
    ],
    [
      'with another text',
      { change: () => toBytes(text.replace('app.', 'trap.')) },
      { code: 'wallet/other-text', context: { field: 'domain' } },
    ],
    ['that is no text', { change: () => Uint8Array.of(255) }, { code: 'wallet/malformed' }],
  ])('%s is refused', async (_, wish, refused) => {
    await expect(signIn(toSigner(wish), intent)).rejects.toMatchObject(refused);
  });
});

function bytesOf(signed: object): Uint8Array {
  return new Uint8Array(getBase64Encoder().encode((signed as { signedBytes: string }).signedBytes));
}
