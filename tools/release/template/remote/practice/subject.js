// The subject of `linkspan check`: a page with this family, its fixtures, and somebody who may be sent a coin.

import { startFixture } from './chain.js';
import { addresses } from './wallet.js';

const references = ['practice', 'practice-two'];

export default {
  family: {
    id: '__FAMILY__',
    title: '__TITLE__',
    namespace: '__NAMESPACE__',
    networks: references.map((reference, at) => ({
      id: `__NAMESPACE__:${reference}`,
      title: `__TITLE__ fixture ${at + 1}`,
      symbol: 'COIN',
      decimals: 9,
    })),
    options: { practice: true },
  },
  startChain: () => startFixture({ references, accounts: addresses }),
  wallet: new URL('./wallet.js', import.meta.url),
  /** RFC 8032, 7.1, test 3. */
  recipient: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
};
