import { KeyPair, PublicKey } from '@near-js/crypto';
import { KeyPairSigner } from '@near-js/signers';
import { actionCreators, createTransaction, encodeTransaction } from '@near-js/transactions';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import { formatUnits } from 'viem';
import * as z from 'zod';
import { type PracticeNearAccount as NearKey, toNearKey } from '../accounts.ts';
import { type Fact, toAmountFact, toOriginFacts } from './approval.ts';
import type { Change } from './faults.ts';
import { findNetwork, type Network, type Networks } from './network.ts';
import { callRpc } from './rpc.ts';
import { type PracticeWallet, type Question, toClaims } from './wallet.ts';
import { parse, unauthorized, unknownNetwork, unsupported, WalletError } from './wallet-error.ts';
import type { WithFaults } from './with-faults.ts';

type NearWallet = PracticeWallet<NearKey>;

/** A key that is of no account. */
const stranger = toNearKey('Stranger', new Uint8Array(32).fill(9));

/** An account as NEAR's wallets tell it. */
interface NearAccount {
  readonly accountId: string;
  readonly publicKey: string;
}

/** A signed message as NEP-413 has it. */
type SignedMessage = Awaited<ReturnType<typeof signNep413>>;

/** A NEAR wallet as the injected protocol has it. It tells of no changes: a page reads `getAccounts` again. */
export type InjectedNearWallet = ReturnType<typeof createNearWallet>;

/** Announces a wallet as an injected one, whenever it is here. Returns the undoing. */
export function announceNear(wallet: NearWallet): () => void {
  const { target } = wallet.page;
  return wallet.keepAnnounced((withFaults, signal) => {
    const injected = createNearWallet(wallet, withFaults);
    const announce = (detail: unknown) =>
      target.dispatchEvent(new CustomEvent('near-wallet-injected', { detail }));
    target.addEventListener('near-selector-ready', () => announce(injected), { signal });
    // The protocol has no events to fire: what is announced can be wrong.
    wallet.onFired((_, detail) => announce(detail), signal);
    announce(injected);
  });
}

/** Makes a practice wallet for NEAR. Its methods reject with a WalletError. */
function createNearWallet(wallet: NearWallet, withFaults: WithFaults) {
  const { accounts: keys } = wallet;
  const tell = (shown: readonly string[]) =>
    shown.flatMap((account) => keys.filter((key) => key.accountId === account).map(toNearAccount));
  const whileHere =
    <Params extends readonly unknown[], Answer>(answer: (...params: Params) => Promise<Answer> | Answer) =>
    async (...params: Params) => {
      wallet.assertHere();
      return answer(...params);
    };
  const connect = async (params?: unknown) => {
    const { network, addFunctionCallKey } = parse(signInShape, params ?? {});
    findNearNetwork(wallet.networks, network);
    if (addFunctionCallKey !== undefined) throw unsupported('adding a key for calls of a contract');
    return wallet.shown().length > 0 ? wallet.shown() : wallet.requestAccounts();
  };
  const send = whileHere((params?: unknown) => sendAll(wallet, params));
  const { asks, answers } = changesOf(wallet);
  const signInAndSign = async (params?: unknown) => {
    const { messageParams } = parse(z.looseObject({ messageParams: messageShape }), params);
    const key = keys.find(({ accountId }) => accountId === wallet.store.get().active) ?? stranger;
    await wallet.approve({ ...toQuestion(messageParams, key), title: 'Sign in to this site' });
    wallet.grant([key.accountId]);
    return [toSignedIn(await signNep413(messageParams, key))];
  };
  const answersSignedIn = async (
    how: Change,
    [signedIn]: ReturnType<typeof toSignedIn>[],
    [params]: [params?: unknown],
  ) => {
    const { messageParams } = params as { readonly messageParams: unknown };
    return signedIn ? [toSignedIn(await answers(how, signedIn.signedMessage, [messageParams]))] : [];
  };
  const sendOne = async (params?: unknown) => (await send(params))[0] ?? {};
  const signOut = whileHere(async () => wallet.change({ disconnect: true }));
  const getAccounts = whileHere(() => tell(wallet.shown()));
  const signIn = whileHere(async (params?: unknown) => tell(await connect(params)));
  const sign = whileHere((params?: unknown) => signMessage(wallet, params));
  return Object.freeze({
    manifest: toManifest(wallet),
    signIn: withFaults('connect', signIn),
    signOut: withFaults('disconnect', signOut),
    getAccounts: withFaults('read', getAccounts),
    signMessage: withFaults('sign', sign, { answers }),
    signInAndSignMessage: withFaults('signIn', whileHere(signInAndSign), { answers: answersSignedIn }),
    signAndSendTransaction: withFaults('send', sendOne, { asks }),
    signAndSendTransactions: withFaults('send', send, { asks }),
  });
}

/** Describes an injected NEAR wallet, in the fields that wallet connectors read. */
function toManifest(wallet: PracticeWallet): Readonly<Record<string, unknown>> {
  const { identity: id, name, icon } = toClaims(wallet);
  const isMain = wallet.networks.map((network) => network.id === 'near:mainnet');
  return Object.freeze({
    ...{ id, name, icon, version: '1.0.0', website: '', executor: '', type: 'injected' },
    description: 'A practice wallet with public test keys, for local chains only.',
    platform: Object.freeze(['web']),
    permissions: Object.freeze({}),
    features: Object.freeze({
      ...{ signMessage: true, signTransaction: false },
      ...{ signAndSendTransaction: true, signAndSendTransactions: true },
      ...{ signInWithoutAddKey: true, signInAndSignMessage: true, signInWithFunctionCallKey: false },
      ...{ signDelegateActions: false, mainnet: isMain.includes(true), testnet: isMain.includes(false) },
    }),
  });
}

const signInShape = z.looseObject({
  network: z.unknown().optional(),
  addFunctionCallKey: z.unknown().optional(),
});

/**
 * Finds the network that a page names: `practice` or `near:practice`; none named is the first, and so is `testnet` where
 * the wallet has no network of that name, since connectors know no other. Throws 4902.
 */
function findNearNetwork(networks: Networks, name: unknown): Network {
  if (name === undefined) return networks[0];
  const id = String(name).startsWith('near:') ? String(name) : `near:${String(name)}`;
  const network = findNetwork(networks, id) ?? (id === 'near:testnet' ? networks[0] : undefined);
  if (network) return network;
  throw unknownNetwork(id);
}

const bytes = z.union([
  z.instanceof(Uint8Array),
  z.array(z.int()).transform((list) => Uint8Array.from(list)),
]);

/** What NEP-413 signs. */
const messageShape = z.looseObject({
  message: z.string(),
  nonce: bytes.refine(({ length }) => length === 32, 'nonce must be 32 bytes'),
  recipient: z.string().min(1),
  callbackUrl: z.string().optional(),
  state: z.string().optional(),
  signerId: z.string().optional(),
});
type Message = z.infer<typeof messageShape>;

function toQuestion({ message, recipient }: Message, { name, accountId }: NearKey): Question {
  const facts = [
    { label: 'Account', value: `${name}, ${accountId}` },
    { label: 'For', value: recipient },
  ];
  return { title: 'Sign a message', facts, text: message };
}

async function signMessage(wallet: NearWallet, params: unknown): Promise<SignedMessage> {
  const message = parse(messageShape, params);
  const key = findKey(wallet, message.signerId);
  await wallet.approve(toQuestion(message, key));
  return signNep413(message, key);
}

function toNearAccount({ accountId, publicKey }: NearAccount): NearAccount {
  return { accountId, publicKey };
}

function toSignedIn(signedMessage: SignedMessage) {
  return { ...toNearAccount(signedMessage), signedMessage };
}

function findKey(wallet: NearWallet, signerId: string | undefined): NearKey {
  const [first = ''] = wallet.shown();
  const key = wallet.accounts.find(({ accountId }) => accountId === (signerId ?? first));
  if (!key || !wallet.shown().includes(key.accountId)) throw unauthorized(signerId ?? first);
  return key;
}

function toSigner({ seed, publicKey }: NearKey): KeyPairSigner {
  const secret = new Uint8Array([...seed, ...base58.decode(publicKey.slice('ed25519:'.length))]);
  return new KeyPairSigner(KeyPair.fromString(`ed25519:${base58.encode(secret)}`));
}

/** Signs a message by an account's key (NEP-413). */
async function signNep413({ message, recipient, nonce, callbackUrl, state }: Message, key: NearKey) {
  const { accountId, publicKey } = key;
  const signed = await toSigner(key).signNep413Message(
    toByteText(message),
    accountId,
    toByteText(recipient),
    nonce,
    callbackUrl && toByteText(callbackUrl),
  );
  return {
    accountId,
    publicKey,
    /** 64 bytes in base64. */
    signature: base64.encode(signed.signature),
    /** As the page gave it. */
    ...(state !== undefined && { state }),
  };
}

/** One character for each byte of UTF-8, since the signer's Borsh 1.0.0 writes one byte for each character. */
function toByteText(text: string): string {
  return Array.from(utf8ToBytes(text), (byte) => String.fromCharCode(byte)).join('');
}

const wholeNumber = z.union([z.string(), z.bigint(), z.number()]).transform(BigInt);
const transferShape = z.looseObject({ deposit: wholeNumber });
const functionCallShape = z.looseObject({
  methodName: z.string().min(1),
  args: z.union([bytes, z.looseObject({})]),
  ...{ gas: wholeNumber, deposit: wholeNumber },
});
/** A transfer or a call, as wallet connectors write them or as NEAR's own libraries do. */
const actionShape = z.union([
  z.looseObject({ type: z.literal('Transfer'), params: transferShape }).transform(({ params }) => params),
  z
    .looseObject({ type: z.literal('FunctionCall'), params: functionCallShape })
    .transform(({ params }) => params),
  z.looseObject({ transfer: transferShape }).transform(({ transfer }) => transfer),
  z.looseObject({ functionCall: functionCallShape }).transform(({ functionCall }) => functionCall),
]);
type NearAction = z.infer<typeof transferShape> | z.infer<typeof functionCallShape>;

const isCall = (action: NearAction): action is z.infer<typeof functionCallShape> => 'methodName' in action;
const callShape = z.looseObject({ receiverId: z.string().min(1), actions: z.array(actionShape).min(1) });
const sendShape = z.looseObject({
  network: z.unknown().optional(),
  signerId: z.string().optional(),
  transactions: z.array(callShape).min(1),
});
const givenShape = z.looseObject({ transactions: z.array(z.unknown()).optional() }).catch({});
type NearCall = z.infer<typeof callShape>;

/** One transaction or several, as several. */
function toSeveral(params: unknown) {
  const given = givenShape.parse(params);
  return { ...given, transactions: given.transactions ?? [given] };
}

async function sendAll(wallet: NearWallet, params: unknown): Promise<readonly Outcome[]> {
  const { network: name, signerId, transactions } = parse(sendShape, toSeveral(params));
  const network = findNearNetwork(wallet.networks, name);
  const key = findKey(wallet, signerId);
  const facts = [
    ...transactions.flatMap(({ actions, receiverId }) => [
      ...actions.flatMap((action) => toActionFacts(action, network)),
      { label: 'To', value: receiverId },
    ]),
    ...toOriginFacts(key, network),
  ];
  const title = transactions.length > 1 ? `Send ${transactions.length} transactions` : 'Send a transaction';
  await wallet.approve({ title, facts });
  const outcomes: Outcome[] = [];
  // One after the other: each takes the nonce that the one before has left.
  for (const call of transactions) outcomes.push(await send(call, key, network));
  return outcomes;
}

function toActionFacts(action: NearAction, network: Network): readonly Fact[] {
  const amount = toAmountFact(action.deposit, network);
  if (!isCall(action)) return [amount];
  const { methodName, args, gas } = action;
  const written = args instanceof Uint8Array ? `${args.length} bytes` : JSON.stringify(args);
  return [
    { label: 'Function', value: methodName },
    { label: 'Arguments', value: written },
    ...(action.deposit > 0n ? [amount] : []),
    { label: 'Gas', value: `${formatUnits(gas, 12)} Tgas` },
  ];
}

const accessKeyShape = z.looseObject({ nonce: z.int(), block_hash: z.string() });
/** The chain's answer to a transaction, as its RPC writes it. */
const outcomeShape = z.looseObject({ status: z.looseObject({ Failure: z.unknown().optional() }).optional() });

type Outcome = z.infer<typeof outcomeShape>;

async function send({ receiverId, actions }: NearCall, key: NearKey, network: Network): Promise<Outcome> {
  const { accountId, publicKey } = key;
  const access = await callRpc(network, 'query', {
    ...{ request_type: 'view_access_key', finality: 'final', account_id: accountId, public_key: publicKey },
  });
  const place = accessKeyShape.safeParse(access);
  if (!place.success)
    throw new WalletError(-32603, `The chain does not know the key of ${accountId}.`, { data: access });
  const transaction = createTransaction(
    accountId,
    PublicKey.from(publicKey),
    receiverId,
    BigInt(place.data.nonce) + 1n,
    actions.map((action) =>
      isCall(action)
        ? actionCreators.functionCall(action.methodName, toArgBytes(action), action.gas, action.deposit)
        : actionCreators.transfer(action.deposit),
    ),
    base58.decode(place.data.block_hash),
  );
  const [, signed] = await toSigner(key).signTransaction(transaction);
  const params = {
    signed_tx_base64: base64.encode(encodeTransaction(signed)),
    wait_until: 'EXECUTED_OPTIMISTIC',
  };
  const outcome = outcomeShape.parse(await callRpc(network, 'send_tx', params));
  const failure = outcome.status?.Failure;
  if (failure) throw new WalletError(-32603, 'The transaction failed on the chain.', { data: failure });
  return outcome;
}

/** NEAR's library writes an object with Node's Buffer, which browsers lack. */
function toArgBytes({ args }: z.infer<typeof functionCallShape>): Uint8Array {
  return args instanceof Uint8Array ? args : utf8ToBytes(JSON.stringify(args));
}

/** A faulty wallet's ways to send something else, and to sign otherwise. */
function changesOf({ accounts: keys }: NearWallet) {
  const alter = (how: Change, params: unknown): unknown => {
    const call = callShape.safeParse(params);
    if (!call.success) return params;
    const { receiverId, actions } = call.data;
    const own = keys.slice(1).find(({ accountId }) => accountId !== receiverId);
    const times = how === 'more' ? 50n : 1n;
    const to = how === 'elsewhere' && own ? own.accountId : receiverId;
    const written = actions.map((action) => ({
      type: isCall(action) ? 'FunctionCall' : 'Transfer',
      params: { ...action, deposit: action.deposit * times },
    }));
    return { ...(params as object), receiverId: to, actions: written };
  };
  return {
    asks(how: Change, [params]: [params?: unknown]): [params?: unknown] {
      const several = toSeveral(params);
      return [{ ...several, transactions: several.transactions.map((one) => alter(how, one)) }];
    },
    async answers(how: Change, answer: SignedMessage, [params]: [params?: unknown]): Promise<SignedMessage> {
      const message = parse(messageShape, params);
      const at = keys.findIndex(({ accountId }) => accountId === answer.accountId);
      const [own, next] = [keys[at] ?? stranger, keys[(at + 1) % keys.length] ?? stranger];
      if (how === 'zeros') return { ...answer, signature: base64.encode(new Uint8Array(64)) };
      if (how === 'anotherKey')
        return { ...(await signNep413(message, stranger)), accountId: answer.accountId };
      if (how === 'anotherAccount') return signNep413(message, next);
      // Signed for a callback that the page did not give, and that is not told.
      if (how === 'prefixed')
        return signNep413({ ...message, callbackUrl: 'https://elsewhere.example/' }, own);
      return answer;
    },
  };
}
