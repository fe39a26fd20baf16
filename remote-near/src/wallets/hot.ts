import { field, LinkspanError } from '@linkspan/contract';
import { raceRequest } from '@linkspan/kit/race';
import { parseAccountId } from '../accounts.ts';
import type { OpenLoaded } from './loaded-wallet.ts';
import { parseOutcome } from './outcome.ts';

const wallet = 'HOT Wallet';

/** What HOT's extension is asked for, as it names it. */
type Method = 'near:signIn' | 'near:signOut' | 'near:signMessage' | 'near:signAndSendTransactions';

/** `window.hotExtension`, as far as it is used. */
interface Extension {
  request(method: Method, args: object): Promise<unknown>;
}

/** Whether HOT's extension is in the page. */
export function isHere(): boolean {
  return findExtension() !== undefined;
}

/**
 * HOT by its extension, on the main network alone. Its methods reject as the extension does, and with `wallet/absent`,
 * `wallet/cancelled`, `wallet/malformed`, `wallet/other-signer`. Rejects with `wallet/network-unsupported`.
 */
export const openHot: OpenLoaded = async ({ network }) => {
  if (network.id !== 'near:mainnet')
    throw new LinkspanError('wallet/network-unsupported', { wallet, network: network.title });
  return {
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
      const { signerId, receiverId, actions } = transaction;
      const args = { transactions: [{ signerId, receiverId, actions }] };
      const answer = await ask('near:signAndSendTransactions', args, signal);
      return parseOutcome(answer, 'transactions', { wallet, ...transaction });
    },
    async signOut() {
      // What it answers is not known, nor that it answers.
      requestOf('near:signOut', {}).catch(() => undefined);
    },
  };
};

function ask(method: Method, args: object, signal: AbortSignal): Promise<unknown> {
  return raceRequest(wallet, signal, () => requestOf(method, args));
}

/** Rejects with `wallet/absent`, and as the extension does. */
async function requestOf(method: Method, args: object): Promise<unknown> {
  const extension = findExtension();
  if (extension === undefined) throw new LinkspanError('wallet/absent', { wallet });
  return extension.request(method, args);
}

/** It is looked for at each request: an extension that is switched on or off is not announced. */
function findExtension(): Extension | undefined {
  const extension = field(window, 'hotExtension');
  return typeof field(extension, 'request') === 'function' ? (extension as Extension) : undefined;
}
