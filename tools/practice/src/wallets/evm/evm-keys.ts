import { evmAccounts } from '../../accounts.ts';
import { type NonEmpty, toNonEmpty } from '../non-empty.ts';

/** An account of a practice wallet for EVM networks. Its private key is public. */
export interface EvmKey {
  readonly name: string;
  /** With the checksum of EIP-55. */
  readonly address: `0x${string}`;
  /** 32 bytes in hex. */
  readonly privateKey: `0x${string}`;
}

/** The accounts of the first wallet. */
export const firstEvmKeys: NonEmpty<EvmKey> = toNonEmpty(evmAccounts);

/** The accounts of the second wallet: the fourth and fifth of the mnemonic, which anvil funds as well. */
export const secondEvmKeys: NonEmpty<EvmKey> = [
  {
    name: 'Anchor',
    address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
    privateKey: '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
  },
  {
    name: 'Buoy',
    address: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
    privateKey: '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
  },
];
