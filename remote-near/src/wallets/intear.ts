import { field, LinkspanError } from '@linkspan/contract';
import { assertSigner } from '@linkspan/kit/verified';
import { setupIntearWallet } from '@near-wallet-selector/intear-wallet';
import { parseAccounts } from '../accounts.ts';
import { askModule, type Site, withStandIns } from './intear-module.ts';
import type { OpenLoaded } from './loaded-wallet.ts';
import { parseOutcome, parseOutcomes } from './outcome.ts';
import { openModule } from './selector-module.ts';

const wallet = 'Intear Wallet';
const ownSite = 'https://wallet.intear.tech';

/**
 * Intear, by the selector's module: it signs in by a frame of its site, and does the rest in a window. Each sign-in makes a
 * key by which the wallet knows this page. No contract is named, so the key is on no account and can move nothing: the
 * wallet asks the person each time. It is only in memory, since any script of this origin can read and write
 * `localStorage`; the first signature after a reload begins with another sign-in, of the same account. Rejects also with
 * `wallet/closed`, `wallet/malformed`, `wallet/no-accounts`, `wallet/other-signer`, and with `wallet/unsupported` for the
 * desktop app, whose `intear:` addresses the page's policy blocks.
 */
export const openIntear: OpenLoaded = async ({ network, account, site: given }) => {
  const setup = given ? { walletUrl: given, logoutBridgeService: given } : {};
  const module = await openModule(setupIntearWallet(setup), { network, account });
  const site: Site = {
    wallet,
    origin: new URL(given ?? ownSite).origin,
    localStorage: createMemory(),
    parse,
  };
  const { localStorage } = site;
  let connected = account;

  async function signIn(signal: AbortSignal): Promise<string> {
    const answer = await askModule(site, () => module.signIn(signal), signal);
    return (answer as [{ accountId: string }])[0].accountId;
  }

  async function withKey(signal: AbortSignal): Promise<void> {
    if (localStorage.length > 0) return;
    const signer = await signIn(signal);
    if (connected === undefined || signer === connected) return;
    localStorage.clear();
    assertSigner(wallet, connected, signer);
  }

  /** The wallet's message without fields that the module must not see; undefined if the module must not get it. */
  function parse(data: unknown): object | undefined {
    const type = field(data, 'type');
    if (type === 'close' && !field(data, 'message')) throw new LinkspanError('wallet/closed', { wallet });
    if (type !== 'connected') return typeof type === 'string' ? (data as object) : undefined;
    if (field(data, 'useBridge') === true)
      throw new LinkspanError('wallet/unsupported', { wallet, method: 'signIn' });
    const [accountId] = parseAccounts(field(data, 'accounts'), wallet);
    if (accountId === undefined) throw new LinkspanError('wallet/no-accounts', { wallet });
    const logoutKey = field(data, 'logoutKey');
    return { type, accounts: [{ accountId }], logoutKey, walletUrl: given ?? ownSite };
  }

  const toAnswer = (outcomes: unknown) => ({ answer: { outcomes }, place: 'outcomes', wallet });

  return {
    async signIn(signal) {
      connected = await signIn(signal);
      return [{ accountId: connected }];
    },
    async signMessage(message, signal) {
      await withKey(signal);
      return askModule(site, () => module.signMessage(message, signal), signal);
    },
    async signAndSendTransaction(transaction, signal) {
      await withKey(signal);
      const ask = () => module.signAndSendTransaction(transaction, signal);
      return parseOutcome(toAnswer([await askModule(site, ask, signal)]), transaction);
    },
    async signAndSendTransactions(params, signal) {
      await withKey(signal);
      const ask = () => module.signAndSendTransactions(params, signal);
      return parseOutcomes(toAnswer(await askModule(site, ask, signal)), params.transactions);
    },
    async signOut() {
      const ending = withStandIns({ localStorage }, () => module.signOut());
      localStorage.clear();
      await ending;
    },
  };
};

/** Storage that ends with the page. */
function createMemory(): Site['localStorage'] {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
