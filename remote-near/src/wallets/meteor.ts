import { field, LinkspanError, type Network, toList } from '@linkspan/contract';
import { knownAccountMs } from '@linkspan/kit/limits';
import { raceRead } from '@linkspan/kit/race';
import { tryTo } from '@linkspan/kit/util';
import { base58 } from '@scure/base';
import { readAccess } from '../access.ts';
import { parseAccountId } from '../accounts.ts';
import { createRpc, openChain } from '../chain.ts';
import { isBase58, isKey, toKeyBytes } from '../keys.ts';
import type { OpenLoaded, TransactionParams } from './loaded-wallet.ts';
import { askMeteor } from './meteor-action.ts';
import type { ActionType } from './meteor-link.ts';
import { parseOutcome } from './outcome.ts';
import { encodeTransaction } from './transaction.ts';

const wallet = 'Meteor Wallet';
const ownSite = 'https://wallet.meteorwallet.app';

/** The stored result of a sign-in, for each network. Both are public. */
interface Stored {
  readonly accountId: string;
  /** The account's keys in Meteor, `ed25519:` and base58. */
  readonly allKeys: readonly string[];
}

/**
 * Meteor, by its extension or in a window of its site. Its methods reject as `askMeteor` does, and with
 * `wallet/malformed`, `wallet/other-signer`, `wallet/other-key`, `network/…`. Rejects with `wallet/network-unsupported`.
 */
export const openMeteor: OpenLoaded = async ({ network, storage, site }) => {
  if (site === undefined && !['near:mainnet', 'near:testnet'].includes(network.id))
    throw new LinkspanError('wallet/network-unsupported', { wallet, network: network.title });
  const place = { wallet, site: site ?? ownSite, network: network.id.slice('near:'.length) };

  const ask = (
    actionType: ActionType,
    signal: AbortSignal,
    toInputs: (signal: AbortSignal) => Promise<object>,
  ) => askMeteor({ ...place, actionType, signal }, toInputs);

  return {
    async signIn(signal) {
      let public_key = '';
      const answer = await ask('login', signal, async () => {
        public_key = await createPublicKey();
        return { type: 'ALL_METHODS', contract_id: '', public_key };
      });
      const stored = parseStored(answer);
      if (stored === undefined) throw new LinkspanError('wallet/malformed', { wallet, place: 'accountId' });
      await assertNotAdded(stored.accountId, public_key, { network, signal });
      storage.set(network.id, JSON.stringify(stored));
      return [{ accountId: stored.accountId }];
    },
    async signMessage({ message, nonce, recipient }, signal) {
      const accountId = readStored(storage.get(network.id))?.accountId;
      const inputs = { message, nonce, recipient, ...(accountId !== undefined && { accountId }) };
      const answer = await ask('sign_message', signal, async () => inputs);
      const [signer, publicKey, signature] = ['accountId', 'publicKey', 'signature'].map((name) =>
        field(answer, name),
      );
      return { accountId: signer, publicKey, signature };
    },
    async signAndSendTransaction(transaction, signal) {
      const preferred = readStored(storage.get(network.id))?.allKeys ?? [];
      const answer = await ask('sign', signal, async (ended) => {
        const bytes = await prepare(transaction, preferred, { network, signal: ended });
        return { transactions: btoa(String.fromCharCode(...bytes)) };
      });
      return parseOutcome({ answer, place: 'executionOutcomes', wallet }, transaction);
    },
    // Meteor's own logout opens a window, and gives back a key that the account does not have.
    signOut: async () => undefined,
  };
};

/** Meteor's answer to a login, or the stored one; undefined if it names no account. Cannot throw. */
function parseStored(value: unknown): Stored | undefined {
  const accountId = parseAccountId(field(value, 'accountId'));
  const allKeys = (toList(field(value, 'allKeys')) ?? []).filter(isKey);
  return accountId === undefined ? undefined : { accountId, allKeys };
}

function readStored(text: string | undefined): Stored | undefined {
  return parseStored(tryTo<unknown>(() => JSON.parse(text ?? '')));
}

/** A new key whose secret nobody can read and which ends with this call: if a login adds it by mistake, nobody has it. */
async function createPublicKey(): Promise<string> {
  const { publicKey } = (await crypto.subtle.generateKey('Ed25519', false, ['sign'])) as CryptoKeyPair;
  return `ed25519:${base58.encode(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)))}`;
}

/** Where the network is asked, and how long. */
interface Asked {
  readonly network: Network<'near'>;
  readonly signal: AbortSignal;
}

/**
 * Rejects with `wallet/failed` if a login has added the key to the account, with `wallet/cancelled`. A network that does not
 * answer in time denies nothing.
 */
async function assertNotAdded(
  accountId: string,
  publicKey: string,
  { network, signal }: Asked,
): Promise<void> {
  const read = () => readAccess(openChain(network, signal), accountId, publicKey);
  const access = await raceRead(wallet, { signal, deadlineMs: knownAccountMs }, read).catch(() => undefined);
  if (signal.aborted) throw new LinkspanError('wallet/cancelled', { wallet });
  if (access === undefined) return;
  const detail = 'A key was added to the account, which this page did not ask for and does not have';
  throw new LinkspanError('wallet/failed', { wallet, detail });
}

/** The transaction, unsigned, in Borsh, for a key of full access: one of those that are preferred, if there is one. */
async function prepare(
  { signerId, receiverId, actions }: TransactionParams,
  preferred: readonly string[],
  { network, signal }: Asked,
): Promise<Uint8Array> {
  const query = { request_type: 'view_access_key_list', finality: 'final', account_id: signerId };
  const { keys, blockHash } = parseKeys(await createRpc(network, signal)('query', query), network.title);
  const key = keys.find(({ publicKey }) => preferred.includes(publicKey)) ?? keys[0];
  if (key === undefined) throw new LinkspanError('wallet/other-key', { wallet, account: signerId });
  return encodeTransaction({
    ...{ signerId, receiverId, actions, nonce: key.nonce + 1n },
    ...{ publicKey: toKeyBytes(key.publicKey), blockHash: base58.decode(blockHash) },
  });
}

/** An account's keys of full access, and the final block that has them. Throws `network/malformed`. */
function parseKeys(answer: unknown, network: string) {
  const [list, blockHash] = [toList(field(answer, 'keys'), 100_000), field(answer, 'block_hash')];
  if (list === undefined || !isBase58(blockHash)) throw new LinkspanError('network/malformed', { network });
  const keys = list.flatMap((one) => {
    const [publicKey, access] = [field(one, 'public_key'), field(one, 'access_key')];
    const nonce = field(access, 'nonce');
    const isUsable = isKey(publicKey) && Number.isSafeInteger(nonce);
    return isUsable && field(access, 'permission') === 'FullAccess'
      ? [{ publicKey, nonce: BigInt(nonce as number) }]
      : [];
  });
  return { keys, blockHash };
}
