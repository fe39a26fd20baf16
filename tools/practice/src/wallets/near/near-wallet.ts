import { alterAmount, alterRecipient } from '../alter.ts';
import { isRecord } from '../shape.ts';
import { submit } from '../submit.ts';
import type { WalletCore } from '../wallet-core.ts';
import { invalidParams, unsupported } from '../wallet-error.ts';
import { createLife } from '../wallet-life.ts';
import { toRevoked, toShownAccounts } from '../wallet-state.ts';
import { describeNear } from './describe-near.ts';
import type { NearCall } from './near-action.ts';
import type { NearKey } from './near-keys.ts';
import { toNearManifest } from './near-manifest.ts';
import { findKnownNetwork } from './near-network.ts';
import {
  findNearKey,
  type NearSignedMessage,
  parseNearMessage,
  signNearMessage,
  signOddly,
  toForm,
  toMessageQuestion,
} from './near-signer.ts';
import { parseNearCall } from './parse-near-call.ts';
import { type NearOutcome, sendNear } from './send-near.ts';
import { type NearAccount, toAccounts, toOutcomeForm } from './told.ts';

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
export function createNearWallet(
  core: WalletCore,
  keys: readonly NearKey[],
  life = createLife(core),
): InjectedNearWallet {
  const tell = (shown: readonly string[]) => toAccounts(core, keys, shown);
  const serve =
    <T>(answer: (params: unknown) => Promise<T>) =>
    (params?: unknown) =>
      life.serve(() => answer(params));
  const send = async (params: unknown, calls: readonly NearCall[]) => sendAll(core, keys, { params, calls });
  return {
    manifest: toNearManifest(core),
    signIn: serve(async (params) => {
      assertSignIn(core, params);
      return tell(await core.connect());
    }),
    signInAndSignMessage: serve(async (params) => {
      assertSupported(core);
      assertSignIn(core, params);
      return signInAndSign(core, keys, toFields(params).messageParams);
    }),
    signOut: serve(async () => {
      core.assertPresent();
      core.store.update(toRevoked);
    }),
    getAccounts: serve(() => core.readSilently(() => tell(toShownAccounts(core.store.get())))),
    signMessage: serve(async (params) => {
      assertSupported(core);
      const key = findNearKey(core, keys, toFields(params).signerId);
      const message = parseNearMessage(params);
      await core.approve(toMessageQuestion(message, key));
      return toForm(core, signOddly(core, keys, message, key));
    }),
    signAndSendTransaction: serve(async (params) => {
      assertSupported(core);
      const [outcome = {}] = await send(params, [parseNearCall(params)]);
      return outcome;
    }),
    signAndSendTransactions: serve(async (params) => {
      assertSupported(core);
      const { transactions } = toFields(params);
      if (!Array.isArray(transactions) || transactions.length === 0) {
        throw invalidParams('transactions must be a list that is not empty.');
      }
      return send(params, transactions.map(parseNearCall));
    }),
  };
}

function toFields(params: unknown): Readonly<Record<string, unknown>> {
  return isRecord(params) ? params : {};
}

/** Such wallets say it in words alone. */
function assertSupported({ name, store }: WalletCore): void {
  if (store.get().switches.unsupportedMethods) throw new Error(`Method not supported by ${name}`);
}

function assertSignIn(core: WalletCore, params: unknown): void {
  const { network, addFunctionCallKey } = toFields(params);
  findKnownNetwork(core, network);
  if (addFunctionCallKey !== undefined) throw unsupported('adding a key for calls of a contract');
}

async function signInAndSign(core: WalletCore, keys: readonly NearKey[], params: unknown) {
  const message = parseNearMessage(params);
  const { active } = core.store.get();
  const key = keys.find(({ accountId }) => accountId === active) ?? keys[0];
  if (!key) return [];
  await core.approve({ ...toMessageQuestion(message, key), title: 'Sign in to this site' });
  core.grant([key.accountId]);
  const signedMessage = toForm(core, signNearMessage(message, key));
  return [{ accountId: key.accountId, publicKey: key.publicKey, signedMessage }];
}

async function sendAll(
  core: WalletCore,
  keys: readonly NearKey[],
  { params, calls }: { readonly params: unknown; readonly calls: readonly NearCall[] },
): Promise<readonly NearOutcome[]> {
  const { network: name, signerId } = toFields(params);
  const network = findKnownNetwork(core, name);
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
  return submit(core, async () => {
    const outcomes: NearOutcome[] = [];
    // One after the other: each takes the nonce that the one before has left.
    for (const call of calls)
      outcomes.push(
        toOutcomeForm(core, await sendNear(toAltered(core, keys, { call, key }), key, core.rpc(network))),
      );
    return outcomes;
  });
}

function toAltered(
  core: WalletCore,
  keys: readonly NearKey[],
  { call, key }: { readonly call: NearCall; readonly key: NearKey },
): NearCall {
  const own = keys.map(({ accountId }) => accountId);
  const actions = call.actions.map((action) =>
    'transfer' in action ? { transfer: { deposit: alterAmount(core, action.transfer.deposit) } } : action,
  );
  const receiverId = alterRecipient(core, { from: key.accountId, to: call.receiverId }, own);
  return { receiverId, actions };
}
