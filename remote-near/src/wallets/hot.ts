import { field, LinkspanError } from '@linkspan/contract';
import { raceRequest } from '@linkspan/kit/race';
import { parseAccountId } from '../accounts.ts';
import { askByRelay } from './hot-relay.ts';
import type { OpenLoaded, TransactionParams } from './loaded-wallet.ts';
import { parseOutcome, parseOutcomes } from './outcome.ts';

const wallet = 'HOT Wallet';
const ownRelay = 'https://h4n.app';

/** HOT's names of methods. */
type Method = 'near:signIn' | 'near:signOut' | 'near:signMessage' | 'near:signAndSendTransactions';

/** `window.hotExtension`, as far as it is used. */
interface Extension {
  request(method: Method, args: object): Promise<unknown>;
}

/**
 * HOT by its extension, or without it by its relay; on the main network alone, but for a relay of tests. Its
 * methods reject as the extension or `askByRelay` does, and with `wallet/cancelled`, `wallet/malformed`,
 * `wallet/other-signer`. Rejects with `wallet/network-unsupported`.
 */
export const openHot: OpenLoaded = async ({ network, site, showPairing }) => {
  if (site === undefined && network.id !== 'near:mainnet')
    throw new LinkspanError('wallet/network-unsupported', { wallet, network: network.title });

  function ask(method: Method, request: object, signal: AbortSignal): Promise<unknown> {
    return raceRequest(wallet, signal, async () => {
      const extension = findExtension();
      if (extension !== undefined) return extension.request(method, request);
      return askByRelay({ wallet, relay: site ?? ownRelay, method, request, signal, showPairing });
    });
  }

  async function send(transactions: readonly TransactionParams[], signal: AbortSignal) {
    const args = {
      transactions: transactions.map(({ signerId, receiverId, actions }) => ({
        signerId,
        receiverId,
        actions,
      })),
    };
    const answer = await ask('near:signAndSendTransactions', args, signal);
    return { answer, place: 'transactions', wallet };
  }

  return {
    isHere: () => findExtension() !== undefined,
    async signIn(signal) {
      const answer = await ask('near:signIn', {}, signal);
      const accountId = parseAccountId(field(answer, 'accountId'));
      if (accountId === undefined)
        throw new LinkspanError('wallet/malformed', { wallet, place: 'accountId' });
      return [{ accountId, publicKey: field(answer, 'publicKey') }];
    },
    signMessage: ({ message, recipient, nonce }, signal) =>
      ask('near:signMessage', { message, recipient, nonce: [...nonce] }, signal),
    async signAndSendTransaction(transaction, signal) {
      return parseOutcome(await send([transaction], signal), transaction);
    },
    async signAndSendTransactions({ transactions }, signal) {
      return parseOutcomes(await send(transactions, signal), transactions);
    },
    async signOut() {
      // Its answer is unknown, and may not come.
      const signOut = async () => findExtension()?.request('near:signOut', {});
      signOut().catch(() => undefined);
    },
  };
};

/** It is looked for at each request: an extension that is switched on or off is not announced. */
function findExtension(): Extension | undefined {
  const extension = field(window, 'hotExtension');
  return typeof field(extension, 'request') === 'function' ? (extension as Extension) : undefined;
}
