// The subject of `linkspan check`: a page with this family, its fixtures, and somebody who may be sent a coin.

import { startFixture } from './chain.js';

const references = ['0x7e57c0de', '0x7e57c0d2'];

export default {
  family: {
    id: 'tron',
    title: 'Tron',
    namespace: 'tron',
    networks: references.map((reference, at) => ({
      id: `tron:${reference}`,
      title: `Tron fixture ${at + 1}`,
      symbol: 'TRX',
      decimals: 6,
    })),
    options: { practice: true },
  },
  startChain: () => startFixture(references),
  wallet: new URL('./wallet.js', import.meta.url),
  /** Of the private key 3. */
  recipient: 'TKTX96CBxr5kvhjsDHcqoiPWZageGxoTW3',
};
