// The subject of `linkspan check`: a page with this family, its fixtures, and somebody who may be sent a coin.

import { startFixture } from './chain.js';

const references = ['0x7e57c0de', '0x7e57c0d2'];

export default {
  family: {
    id: 'tron',
    title: 'Tron',
    namespace: 'tron',
    mark: { path: 'M3 3.4 14.6 5.5 17.4 8 9.2 17.6z', hue: 25 },
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
