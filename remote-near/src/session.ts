import { failure, LinkspanError, type NetworkId, networkOf, raceRead } from '@linkspan/contract';
import type { OpenSession } from '@linkspan/kit/session';
import { type Chain, openChain } from './chain.ts';
import { type NearNames, openPlace, toNames, withNames } from './place.ts';
import { capabilitiesOf, parseProvider } from './provider.ts';
import { send } from './send.ts';
import { sign } from './sign.ts';
import { toSignInMessage } from './sign-in.ts';
import { watchAccounts } from './watch.ts';

const signOutMs = 10_000;

/** Holds an approved NEAR wallet by a wallet selector. Rejects with `wallet/network-unsupported`, `wallet/failed`. */
export const openSession: OpenSession<'near'> = async (approved, port, events) => {
  const wallet = parseProvider(approved.provider, approved.wallet);
  const { name } = wallet.ref;
  const closed = new AbortController();
  const signal = AbortSignal.any([port.signal, closed.signal]);

  function chainOf(id: NetworkId<'near'>): Chain {
    const network = port.networks.find((one) => one.id === id);
    if (network === undefined) throw unsupported(id);
    // What has been sent is followed beyond the session, as long as the connector is mounted.
    return openChain(network, port.signal);
  }

  function unsupported(id: string): Error {
    const network = port.networks.find((one) => one.id === id)?.title ?? id;
    return new LinkspanError('wallet/network-unsupported', { wallet: name, network });
  }

  async function open(names: NearNames, id: NetworkId<'near'>) {
    const chain = chainOf(id);
    // An account that a site told proves nothing. A chain that does not answer has not denied it, though.
    if (wallet.reach === 'redirect' && !(await chain.knows(names[0]).catch(() => true)))
      throw unsupported(id);
    return openPlace(wallet, chain, names);
  }

  async function move(id: NetworkId<'near'>) {
    const chain = chainOf(id);
    const names = toNames(place.accounts);
    if (wallet.refuses(id) || !(await chain.knows(names[0]))) throw unsupported(id);
    return openPlace(wallet, chain, names);
  }

  /** The wallet's own choice wins when it changes; until then the page's stands. */
  function hear(now: readonly string[]): void {
    if (now.join() === told.join()) return;
    const [theirs] = now;
    if (theirs === undefined) {
      events.ended(failure('wallet/revoked', { wallet: name }));
      return;
    }
    const [inUse] = toNames(place.accounts);
    const first = theirs === told[0] && now.includes(inUse) ? inUse : theirs;
    told = now;
    place = withNames(place, [first, ...now.filter((other) => other !== first)]);
    events.changed(place.accounts);
  }

  let told: readonly string[] = toNames(approved.accounts);
  let place = await open(toNames(approved.accounts), networkOf(approved.accounts[0]));
  watchAccounts(wallet, () => place.chain.network.id, signal, hear);

  return {
    get accounts() {
      return place.accounts;
    },
    get capabilities() {
      return [
        ...capabilitiesOf(wallet),
        ...(port.networks.length > 1 ? (['switchNetwork'] as const) : []),
        ...(place.accounts.length > 1 ? (['switchAccount'] as const) : []),
      ];
    },
    balance: async (account) => chainOf(networkOf(account)).balance(account),
    async switchNetwork(id) {
      const moved = await move(id);
      // The wallet may have changed its accounts meanwhile.
      place = withNames(moved, toNames(place.accounts));
      return place.accounts;
    },
    use(account) {
      const others = place.accounts.filter((one) => one !== account);
      place = withNames(place, toNames([account, ...others]));
    },
    async signMessage({ account, text: message }) {
      if (message === '') throw new LinkspanError('input/empty', {});
      const nonce = crypto.getRandomValues(new Uint8Array(32));
      const { chain } = place;
      return sign({ wallet, chain, account }, { message, nonce, recipient: window.location.host });
    },
    async signIn(intent) {
      const { account } = intent;
      const { chain } = place;
      return sign({ wallet, chain, account }, await toSignInMessage(intent));
    },
    send: (intent) => send(wallet.ref, place, intent),
    async revoke() {
      closed.abort();
      const { selected } = place;
      await raceRead(name, { signal: port.signal, deadlineMs: signOutMs }, () => selected.signOut());
    },
    close: () => closed.abort(),
  };
};
