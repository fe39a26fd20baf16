import { describe, expect, it } from 'vitest';
import { parseBytes, parseSignature, parseSignedIn, parseSignedText } from './outputs.ts';

const signature = new Uint8Array(64).fill(7);
const signedMessage = new Uint8Array([1, 2, 3]);
const address = '11111111111111111111111111111111';

const malformed = (place: string) =>
  expect.objectContaining({ code: 'wallet/malformed', context: { wallet: 'Rowan', place } });

describe('what a feature of a Solana wallet answers', () => {
  it('is read into bytes of our own, whatever they are seen through', () => {
    const view = new DataView(new Uint8Array([9, 1, 2, 9]).buffer, 1, 2);
    const bytes = parseBytes([{ transaction: view }], 'transaction', 'Rowan');
    expect(bytes).toEqual(new Uint8Array([1, 2]));
    expect(bytes.buffer).not.toBe(view.buffer);
  });

  it.each([undefined, null, [], [{}], [{ bytes: '1' }], [{ bytes: [1] }], [{ bytes: new Uint8Array() }]])(
    'holds no bytes as %j',
    (outputs) => {
      expect(() => parseBytes(outputs, 'bytes', 'Rowan')).toThrow(malformed('bytes'));
    },
  );

  it('holds a signature of 64 bytes', () => {
    expect(parseSignature([{ signature }], 'Rowan')).toEqual(signature);
    for (const length of [63, 65])
      expect(() => parseSignature([{ signature: new Uint8Array(length) }], 'Rowan')).toThrow(
        malformed('signature'),
      );
  });

  it('holds what was signed, and who signed in', () => {
    const output = { signature, signedMessage, account: { address } };
    expect(parseSignedText([output], 'Rowan')).toEqual({ signature, signedMessage });
    expect(parseSignedIn([output], 'Rowan')).toEqual({ address, signature, signedMessage });
    expect(() => parseSignedIn([{ ...output, account: { address: 'x' } }], 'Rowan')).toThrow(
      malformed('account'),
    );
  });
});
