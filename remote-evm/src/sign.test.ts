import { describe, expect, it } from 'vitest';
import type { Library } from './library.ts';
import { sign } from './sign.ts';

const account = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** Stands in for wagmi: the wallet signs with this. */
const signWith = (signature: string) => {
  const library = { signMessage: async () => signature } as Partial<Library> as Library;
  return sign({ library, wallet: 'Harbour', account }, 'Ahoy');
};

describe('a signature', () => {
  it.each([65, 66, 400])('of %i bytes is taken, since a wallet may be a contract', async (bytes) => {
    const signature = `0x${'ab'.repeat(bytes)}`;
    await expect(signWith(signature)).resolves.toMatchObject({ scheme: 'eip191', signature });
  });

  it.each(['0x', `0x${'ab'.repeat(64)}`, `0x${'ab'.repeat(65)}a`, 'ab'.repeat(65)])(
    'is refused as %s',
    async (signature) => {
      const refusal = { code: 'wallet/malformed', context: { place: 'signature' } };
      await expect(signWith(signature)).rejects.toMatchObject(refusal);
    },
  );
});
