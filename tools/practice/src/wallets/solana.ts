import { ed25519 } from '@noble/curves/ed25519.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import {
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionEncoder,
  type Transaction,
} from '@solana/kit';
import type {
  SolanaSignAndSendTransactionInput,
  SolanaSignInInput,
  SolanaSignInOutput,
  SolanaSignMessageInput,
  SolanaSignMessageOutput,
  SolanaSignTransactionInput,
} from '@solana/wallet-standard-features';
import { createSignInMessage } from '@solana/wallet-standard-util';
import { getTransferSolInstructionDataEncoder } from '@solana-program/system';
import type { IdentifierString, Wallet, WalletAccount } from '@wallet-standard/base';
import type { StandardConnectInput, StandardEventsListeners } from '@wallet-standard/features';
import type { PracticeSolanaAccount as SolanaKey } from '../accounts.ts';
import { type DecodedTransaction, readTransaction, readTransfer } from '../chains/solana/transaction.ts';
import { type Fact, toAmountFact, toOriginFacts } from './approval.ts';
import { type Action, type Change, findFault } from './faults.ts';
import { findNetwork, type Network } from './network.ts';
import { callRpc } from './rpc.ts';
import { type PracticeWallet, toClaims } from './wallet.ts';
import { invalidParams, rejected, unauthorized } from './wallet-error.ts';
import type { WithFaults } from './with-faults.ts';

type SolanaWallet = PracticeWallet<SolanaKey>;

/** The seed of a key that is of no account. */
const strangerSeed = new Uint8Array(32).fill(9);

/**
 * Registers a wallet as the Wallet Standard says, whenever it is here. The standard's own `registerWallet` cannot take a
 * wallet out again. Returns the undoing.
 */
export function announceSolana(wallet: SolanaWallet): () => void {
  const { target } = wallet.page;
  return wallet.keepAnnounced((withFaults, signal) => {
    const announced = createSolanaWallet(wallet, withFaults, signal);
    const removals: (() => void)[] = [];
    const register = (api: unknown) => {
      const { register: add } = (api ?? {}) as { register?: (one: Wallet) => () => void };
      if (add) removals.push(add(announced));
    };
    const answer = (event: Event) => register((event as CustomEvent).detail);
    target.addEventListener('wallet-standard:app-ready', answer, { signal });
    target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
    signal.addEventListener('abort', () => {
      for (const remove of removals) remove();
    });
  });
}

const version = '1.0.0';

/** The features that sign, each with its action. */
const signing: Readonly<Record<string, Action>> = {
  'solana:signAndSendTransaction': 'send',
  'solana:signIn': 'signIn',
  'solana:signMessage': 'sign',
  'solana:signTransaction': 'send',
};

/** Makes a practice wallet as the Wallet Standard has it. Its methods reject with a WalletError. */
function createSolanaWallet(wallet: SolanaWallet, withFaults: WithFaults, signal: AbortSignal): Wallet {
  const { identity, name, icon } = toClaims(wallet);
  const listeners = new Set<StandardEventsListeners['change']>();
  const tell = (properties: Parameters<StandardEventsListeners['change']>[0]) => {
    if (findFault(wallet.store.get().faults, 'silence')) return;
    for (const listener of [...listeners]) queueMicrotask(() => listener(properties));
  };
  const session = openSession(wallet, (accounts) => tell({ accounts }), signal);
  const all = Object.entries(createFeatures(session, withFaults, listeners));
  const isLacking = (action: Action | undefined) =>
    action !== undefined && findFault(wallet.store.get().faults, 'lack', action) !== undefined;
  const findFeatures = (): Wallet['features'] =>
    Object.freeze(Object.fromEntries(all.filter(([feature]) => !isLacking(signing[feature]))));
  let features = findFeatures();
  const stop = wallet.store.subscribe(() => {
    const next = findFeatures();
    if (Object.keys(next).join() === Object.keys(features).join()) return;
    features = next;
    tell({ features });
  });
  wallet.onFired((_, value) => tell(value as Parameters<typeof tell>[0]), signal);
  signal.addEventListener('abort', () => {
    stop();
    listeners.clear();
  });
  return Object.freeze({
    version,
    // Not of the standard itself; others of its family declare themselves so.
    id: identity,
    name,
    icon: icon as Wallet['icon'],
    chains: toChains(wallet.networks),
    get features() {
      return features;
    },
    get accounts() {
      return session.accounts();
    },
  } as const);
}

type Session = ReturnType<typeof openSession>;

/** What a page sees of a Solana wallet: nothing until it connects, since a wallet starts each load unconnected. */
function openSession(
  wallet: SolanaWallet,
  changed: (accounts: readonly WalletAccount[]) => void,
  signal: AbortSignal,
) {
  const { accounts: keys, networks } = wallet;
  const chains = toChains(networks);
  const features = Object.keys(signing) as IdentifierString[];
  const known = new Map<string, WalletAccount>(
    keys.map(({ address, publicKey, name: label }) => [
      address,
      Object.freeze({ address, publicKey: publicKey.slice(), chains, features, label }),
    ]),
  );
  let isOpen = false;
  let shown: readonly WalletAccount[] = [];
  const follow = () => {
    const addresses = isOpen && wallet.store.get().here ? wallet.shown() : [];
    if (addresses.join() === shown.map(({ address }) => address).join()) return;
    shown = Object.freeze(addresses.flatMap((address) => known.get(address) ?? []));
    changed(shown);
  };
  signal.addEventListener('abort', wallet.store.subscribe(follow));
  const setOpen = (open: boolean) => {
    isOpen = open;
    follow();
  };
  /** The accounts in use, the active one first. The same account is always the same object. */
  const accounts = () => shown;
  return { wallet, keys, accounts, setOpen };
}

function createFeatures(
  session: Session,
  withFaults: WithFaults,
  listeners: Set<StandardEventsListeners['change']>,
) {
  const { wallet } = session;
  // One call of the page may ask for several: they are asked for one after another.
  const inOrder =
    <Input, Output>(one: (input: Input) => Promise<Output>) =>
    async (...inputs: Input[]) => {
      wallet.assertHere();
      const outputs: Output[] = [];
      for (const input of inputs) outputs.push(await one(input));
      return outputs;
    };
  const connect = async (isSilent: boolean) => {
    wallet.assertHere();
    // As many wallets do: one that is locked answers with no account instead.
    if (isSilent && wallet.store.get().granted.length === 0) throw rejected();
    if (!isSilent && wallet.shown().length === 0) await wallet.requestAccounts();
    session.setOpen(true);
    return { accounts: session.accounts() };
  };
  const [read, prompt] = [withFaults('read', connect), withFaults('connect', connect)];
  const transactions = { version, supportedTransactionVersions: ['legacy', 0] as const };
  const disconnect = async () => {
    wallet.assertHere();
    wallet.change({ disconnect: true });
    session.setOpen(false);
  };
  const on = (_: 'change', listener: StandardEventsListeners['change']) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const sends = { asks: toAltered(session) };
  const signs = { answers: toForged(session) };
  const signMessages = inOrder((input: SolanaSignMessageInput) => signMessage(session, input));
  const signIns = inOrder((input: SolanaSignInInput) => signInTo(session, input));
  const signInOnce = async (...inputs: SolanaSignInInput[]) =>
    signIns(...(inputs.length > 0 ? inputs : [{}]));
  const signOnly = inOrder(async (input: SolanaSignTransactionInput) => ({
    signedTransaction: await sign(session, input, 'Sign a transaction'),
  }));
  const send = inOrder((input: SolanaSignAndSendTransactionInput) => signAndSend(session, input));
  return Object.freeze({
    'standard:connect': {
      version,
      connect: ({ silent = false }: StandardConnectInput = {}) => (silent ? read : prompt)(silent),
    },
    'standard:disconnect': { version, disconnect: withFaults('disconnect', disconnect) },
    'standard:events': { version, on },
    'solana:signMessage': { version, signMessage: withFaults('sign', signMessages, signs) },
    'solana:signIn': { version, signIn: withFaults('signIn', signInOnce, signs) },
    'solana:signTransaction': { ...transactions, signTransaction: withFaults('send', signOnly, sends) },
    'solana:signAndSendTransaction': {
      ...transactions,
      signAndSendTransaction: withFaults('send', send, sends),
    },
  });
}

/** The clusters of a wallet: each by its CAIP-2 id, and by the name that the Wallet Standard has for it. */
function toChains(networks: readonly Network[]): readonly IdentifierString[] {
  const ids = networks.map(({ id }) => id as IdentifierString);
  return Object.freeze([...new Set([...ids, ...ids.map(toStandardName)])]);
}

const publicNames: Readonly<Record<string, IdentifierString>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
};

function toStandardName(networkId: string): IdentifierString {
  return publicNames[networkId] ?? 'solana:localnet';
}

/** Of several local clusters `solana:localnet` is the first. */
function findCluster({ networks }: PracticeWallet, chain: string): Network {
  const network = findNetwork(networks, chain) ?? networks.find(({ id }) => toStandardName(id) === chain);
  if (network) return network;
  throw invalidParams(`The practice wallet does not know the cluster ${chain}.`);
}

function findKey({ keys, accounts }: Session, address: string): SolanaKey {
  const key = keys.find((one) => one.address === address);
  if (!key || !accounts().some((one) => one.address === address)) throw unauthorized(address);
  return key;
}

const accountFact = ({ name, address }: SolanaKey): Fact => ({
  label: 'Account',
  value: `${name}, ${address}`,
});

async function signMessage(
  session: Session,
  { account, message }: SolanaSignMessageInput,
): Promise<SolanaSignMessageOutput> {
  const key = findKey(session, account.address);
  // A page must not get a transfer signed by calling it a message.
  if (isTransactionMessage(message)) throw invalidParams('The message is a transaction.');
  const text = new TextDecoder().decode(message);
  await session.wallet.approve({ title: 'Sign a message', facts: [accountFact(key)], text });
  return {
    signedMessage: message.slice(),
    signature: ed25519.sign(message, key.seed),
    signatureType: 'ed25519',
  };
}

/** `solana:signIn`: connects and signs in one approval. */
async function signInTo(session: Session, asked: SolanaSignInInput): Promise<SolanaSignInOutput> {
  const { wallet, keys } = session;
  const { host, origin } = new URL(wallet.page.origin);
  const address = asked.address ?? wallet.store.get().active;
  const key = keys.find((one) => one.address === address);
  if (!key) throw unauthorized(address);
  const input = { ...asked, domain: asked.domain ?? host, address };
  if (input.domain !== host || (input.uri !== undefined && new URL(input.uri).origin !== origin))
    throw invalidParams(`The sign-in is for ${input.domain}, this page is ${host}.`);
  const signedMessage = createSignInMessage(input);
  const text = new TextDecoder().decode(signedMessage);
  await wallet.approve({ title: 'Sign in to this site', facts: [accountFact(key)], text });
  wallet.grant([address, ...wallet.shown().filter((shown) => shown !== address)]);
  session.setOpen(true);
  const [account] = session.accounts();
  if (!account) throw unauthorized(address);
  return {
    account,
    signedMessage,
    signature: ed25519.sign(signedMessage, key.seed),
    signatureType: 'ed25519',
  };
}

async function signAndSend(
  session: Session,
  input: SolanaSignAndSendTransactionInput,
): Promise<{ readonly signature: Uint8Array }> {
  const network = findCluster(session.wallet, input.chain);
  const signed = await sign(session, input, 'Send a transaction');
  const { skipPreflight, maxRetries, preflightCommitment, minContextSlot } = input.options ?? {};
  const options = { encoding: 'base64', skipPreflight, maxRetries, preflightCommitment, minContextSlot };
  const id = await callRpc(network, 'sendTransaction', [base64.encode(signed), options]);
  return { signature: base58.decode(String(id)) };
}

async function sign(session: Session, input: SolanaSignTransactionInput, title: string): Promise<Uint8Array> {
  const network =
    input.chain === undefined ? session.wallet.networks[0] : findCluster(session.wallet, input.chain);
  const key = findKey(session, input.account.address);
  const { transaction, message } = readGiven(input.transaction);
  if (!(key.address in transaction.signatures))
    throw invalidParams(`The transaction needs no signature of ${key.address}.`);
  const facts = [
    ...message.instructions.flatMap((instruction) => describe(instruction, message, network)),
    ...toOriginFacts(key, network),
  ];
  await session.wallet.approve({ title, facts });
  const signature = ed25519.sign(transaction.messageBytes as unknown as Uint8Array, key.seed);
  const signatures = { ...transaction.signatures, [key.address]: signature };
  return new Uint8Array(getTransactionEncoder().encode({ ...transaction, signatures } as Transaction));
}

type Message = DecodedTransaction['message'];

function readGiven(bytes: Uint8Array): DecodedTransaction {
  try {
    return readTransaction(bytes);
  } catch (cause) {
    throw invalidParams('The transaction cannot be read.', cause);
  }
}

function isTransactionMessage(message: Uint8Array): boolean {
  try {
    const [decoded, end] = getCompiledTransactionMessageDecoder().read(message, 0);
    return end === message.length && (decoded as Message).instructions.length > 0;
  } catch {
    return false;
  }
}

const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111';

function describe(
  instruction: Message['instructions'][number],
  { staticAccounts }: Message,
  network: Network,
): readonly Fact[] {
  const program = staticAccounts[instruction.programAddressIndex] ?? 'a program from a lookup table';
  if (program === computeBudgetProgram) return [];
  const amount = readTransfer(instruction, staticAccounts);
  if (amount === undefined) return [{ label: 'Calls', value: program }];
  const to = staticAccounts[instruction.accountIndices?.[1] ?? -1] ?? 'An account from a lookup table';
  return [toAmountFact(amount, network), { label: 'To', value: to }];
}

/** A faulty wallet's transfer: of fifty times the amount, or to an account of its own. */
function toAltered({ keys }: Session) {
  return <Input extends { readonly transaction: Uint8Array }>(how: Change, inputs: Input[]): Input[] =>
    inputs.map((input) => {
      const { transaction, message } = readGiven(input.transaction);
      const staticAccounts = [...message.staticAccounts];
      const instructions = message.instructions.map((instruction) => {
        const lamports = readTransfer(instruction, staticAccounts);
        const [from = -1, to = -1] = instruction.accountIndices ?? [];
        if (lamports === undefined) return instruction;
        const used: unknown[] = [staticAccounts[from], staticAccounts[to]];
        const own = keys.find(({ address }) => !used.includes(address));
        if (how === 'elsewhere' && own) staticAccounts[to] = own.address as (typeof staticAccounts)[number];
        const amount = how === 'more' ? lamports * 50n : lamports;
        return { ...instruction, data: getTransferSolInstructionDataEncoder().encode({ amount }) };
      });
      const altered = { ...message, staticAccounts, instructions };
      const messageBytes = getCompiledTransactionMessageEncoder().encode(altered) as never;
      const bytes = getTransactionEncoder().encode({ ...transaction, messageBytes });
      return { ...input, transaction: new Uint8Array(bytes) };
    });
}

/** A faulty wallet's signatures under messages and sign-ins. */
function toForged({ keys }: Session) {
  type Named = { readonly account?: WalletAccount } | undefined;
  return <Output extends SolanaSignMessageOutput>(
    how: Change,
    outputs: Output[],
    inputs: readonly unknown[],
  ): Output[] =>
    outputs.map((output, at) => {
      const account = (inputs[at] as Named)?.account ?? (output as Named)?.account;
      const index = keys.findIndex((one) => one.address === account?.address);
      const [own, next] = [keys[index], keys[(index + 1) % keys.length]];
      const by = (seed: Uint8Array = strangerSeed, signedMessage = output.signedMessage) => {
        return { ...output, signedMessage, signature: ed25519.sign(signedMessage, seed) };
      };
      if (how === 'zeros') return { ...output, signature: new Uint8Array(64) };
      if (how === 'anotherKey') return by();
      if (how === 'prefixed') return by(own?.seed, concatBytes(utf8ToBytes('Also: '), output.signedMessage));
      if (how !== 'anotherAccount' || !next) return output;
      const { address, publicKey, seed } = next;
      if (!('account' in output)) return by(seed);
      // A sign-in names its account, beside the text and in it.
      const text = new TextDecoder().decode(output.signedMessage).replace(String(account?.address), address);
      return { ...by(seed, utf8ToBytes(text)), account: { ...account, address, publicKey } };
    });
}
