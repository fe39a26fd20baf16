import { isRecord } from '../shape.ts';
import type { WalletCore } from '../wallet-core.ts';
import { invalidParams, sendingFails, unsupported } from '../wallet-error.ts';
import { toGranted, toRevoked, toShownAccounts } from '../wallet-state.ts';
import { describeNear } from './describe-near.ts';
import type { NearCall } from './near-action.ts';
import type { NearKey } from './near-keys.ts';
import { toNearManifest } from './near-manifest.ts';
import { findNearNetwork } from './near-network.ts';
import {
  findNearKey,
  type NearSignedMessage,
  parseNearMessage,
  signNearMessage,
  toMessageQuestion,
} from './near-signer.ts';
import { parseNearCall } from './parse-near-call.ts';
import { type NearOutcome, sendNear } from './send-near.ts';

/** An account as NEAR's wallets tell it. */
export interface NearAccount {
  readonly accountId: string;
  readonly publicKey: string;
}

/** A NEAR wallet as the injected protocol has it. It tells of no changes: a page reads `getAccounts` again. */
export interface InjectedNearWallet {
  readonly manifest: Readonly<Record<string, unknown>>;
  signIn(params?: unknown): Promise<readonly NearAccount[]>;
  signInAndSignMessage(
    params: unknown,
  ): Promise<readonly (NearAccount & { readonly signedMessage: NearSignedMessage })[]>;
  signOut(): Promise<void>;
  getAccounts(): Promise<readonly NearAccount[]>;
  signMessage(params: unknown): Promise<NearSignedMessage>;
  signAndSendTransaction(params: unknown): Promise<NearOutcome>;
  signAndSendTransactions(params: unknown): Promise<readonly NearOutcome[]>;
}

/** Makes a practice wallet for NEAR. All its methods throw 4001, 4100, 4900 and -32602 where it applies. */
export function createNearWallet(core: WalletCore, keys: readonly NearKey[]): InjectedNearWallet {
  const shown = () => toAccounts(keys, toShownAccounts(core.store.get()));
  const send = async (params: unknown, calls: readonly NearCall[]) => sendAll(core, keys, { params, calls });
  return {
    manifest: toNearManifest(core),
    signIn: async (params) => {
      assertSignIn(core, params);
      return toAccounts(keys, await core.connect());
    },
    signInAndSignMessage: async (params) => {
      assertSignIn(core, params);
      return signInAndSign(core, keys, isRecord(params) ? params.messageParams : undefined);
    },
    signOut: async () => {
      core.assertPresent();
      core.store.update(toRevoked);
    },
    getAccounts: () => core.readSilently(shown),
    signMessage: async (params) => {
      const key = findNearKey(core, keys, toFields(params).signerId);
      const message = parseNearMessage(params);
      await core.approve(toMessageQuestion(message, key));
      return signNearMessage(message, key);
    },
    signAndSendTransaction: async (params) => {
      const [outcome = {}] = await send(params, [parseNearCall(params)]);
      return outcome;
    },
    signAndSendTransactions: async (params) => {
      const { transactions } = toFields(params);
      if (!Array.isArray(transactions) || transactions.length === 0) {
        throw invalidParams('transactions must be a list that is not empty.');
      }
      return send(params, transactions.map(parseNearCall));
    },
  };
}

function toFields(params: unknown): Readonly<Record<string, unknown>> {
  return isRecord(params) ? params : {};
}

function assertSignIn({ networks }: WalletCore, params: unknown): void {
  const { network, addFunctionCallKey } = toFields(params);
  findNearNetwork(networks, network);
  if (addFunctionCallKey !== undefined) throw unsupported('adding a key for calls of a contract');
}

async function signInAndSign(core: WalletCore, keys: readonly NearKey[], params: unknown) {
  const message = parseNearMessage(params);
  const { active } = core.store.get();
  const key = keys.find(({ accountId }) => accountId === active) ?? keys[0];
  if (!key) return [];
  await core.approve({ ...toMessageQuestion(message, key), title: 'Sign in to this site' });
  core.store.update((state) => toGranted(state, [key.accountId]));
  return [
    { accountId: key.accountId, publicKey: key.publicKey, signedMessage: signNearMessage(message, key) },
  ];
}

async function sendAll(
  core: WalletCore,
  keys: readonly NearKey[],
  { params, calls }: { readonly params: unknown; readonly calls: readonly NearCall[] },
): Promise<readonly NearOutcome[]> {
  const { network: name, signerId } = toFields(params);
  const network = findNearNetwork(core.networks, name);
  const key = findNearKey(core, keys, signerId);
  const facts = [
    ...calls.flatMap((call) => describeNear(call, network)),
    { label: 'From', value: `${key.name}, ${key.accountId}` },
    { label: 'Network', value: network.title },
  ];
  await core.approve({
    title: calls.length > 1 ? `Send ${calls.length} transactions` : 'Send a transaction',
    facts,
  });
  if (core.store.get().switches.failsWhenSending) throw sendingFails();
  const outcomes: NearOutcome[] = [];
  // One after the other: each takes the nonce that the one before has left.
  for (const call of calls) outcomes.push(await sendNear(call, key, core.rpc(network)));
  return outcomes;
}

function toAccounts(keys: readonly NearKey[], shown: readonly string[]): readonly NearAccount[] {
  return shown.flatMap((account) =>
    keys
      .filter(({ accountId }) => accountId === account)
      .map(({ accountId, publicKey }) => ({ accountId, publicKey })),
  );
}
