import { isHex, keccak256 } from 'viem';
import { z } from 'zod';
import type { Tricks } from '../faults/to-faulty-dialect.ts';

const ofRaw = z.tuple([z.custom<`0x${string}`>(isHex, 'expected hex')]);

/** How a faulty chain lies about its id, and forgets what is sent. Anvil itself makes wait what is sent while it mines nothing. */
export const evmTricks: Tricks = {
  lies: { eth_chainId: () => '0xdead', net_version: () => '57005' },
  forgets: { eth_sendRawTransaction: (params) => keccak256(ofRaw.parse(params)[0]) },
  holds: {},
};
