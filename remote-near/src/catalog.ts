import {
  LinkspanError,
  list,
  Misshapen,
  type Network,
  oneOf,
  record,
  text,
  type WalletRef,
} from '@linkspan/contract';
import { isIcon, mostIcon, walletName } from './provider.ts';

/** A wallet that announces itself once it is installed, under this id. */
export interface InstallableWallet extends WalletRef {
  /** Where a person gets it. */
  readonly installUrl: string;
}

/** A wallet that is a site of its own: the page is left for it, and it comes back with the answer. */
export interface RedirectWallet extends WalletRef {
  /** The site by network; `*` is any other network. `{flow}` in it stands for the flow. */
  readonly sites: Readonly<Record<string, string>>;
}

/** By this parameter the address that is come back to names the attempt that it answers. */
export const attemptParameter = 'near_attempt';

/** The wallets of a page that need not announce themselves. */
export interface Catalog {
  readonly installable: readonly InstallableWallet[];
  readonly redirect: readonly RedirectWallet[];
  /** Whether practice wallets may be marked as such. */
  readonly practice: boolean;
}

const installable: readonly InstallableWallet[] = [
  { id: 'meteor-wallet', name: 'Meteor Wallet', installUrl: 'https://meteorwallet.app' },
  { id: 'hot-wallet', name: 'HOT Wallet', installUrl: 'https://hot-labs.org' },
];

const myNearWallet: RedirectWallet = {
  id: 'mynearwallet',
  name: 'MyNearWallet',
  sites: {
    'near:mainnet': 'https://app.mynearwallet.com',
    'near:testnet': 'https://testnet.mynearwallet.com',
  },
};

const site = text('an http(s) address', (value) => /^https?:\/\//.test(value) && URL.canParse(value));
const icon = text('a data:image URI', isIcon, mostIcon);

const options = record(
  {},
  {
    practice: oneOf([true]),
    redirectWallets: list(record({ id: walletName, name: walletName, url: site }, { icon }), 20),
  },
);

/**
 * The known wallets that fit the page's networks, and those of its options. Of two with one id the first counts.
 * Throws `config/malformed`.
 */
export function readCatalog(given: unknown, networks: readonly Network[]): Catalog {
  const { practice = false, redirectWallets = [] } = parseOptions(given ?? {});
  const own = redirectWallets.map(({ url, ...ref }) => ({ ...ref, sites: { '*': url } }));
  const isPublic = networks.some(({ id }) => id in myNearWallet.sites);
  return { installable, redirect: isPublic ? [...own, myNearWallet] : own, practice };
}

function parseOptions(given: unknown): ReturnType<typeof options> {
  try {
    return options(given, 'options');
  } catch (cause) {
    if (!(cause instanceof Misshapen)) throw cause;
    throw new LinkspanError('config/malformed', { place: cause.place, expected: cause.expected }, { cause });
  }
}
