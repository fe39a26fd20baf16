import { base58 } from '@scure/base';
import { type Address, address, getSignatureFromTransaction, lamports, type Signature } from '@solana/kit';
import {
  AccountState,
  findAssociatedTokenPda,
  getMintEncoder,
  getTokenEncoder,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { Clock, FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { solanaAccounts } from '../../accounts.ts';
import { ferry } from '../../ferry.ts';
import { Blocks } from '../blocks.ts';
import { createStoppableClock, NetworkFaults } from '../network-faults.ts';
import { blockhashNotFound, type Execution, toExecution } from './execution.ts';
import type { DecodedTransaction } from './transaction.ts';

/** The time between two slots in milliseconds, as on the real clusters. */
export const SLOT_MS = 400;

/** The number of slots for which a blockhash is valid, as on the real clusters. */
export const BLOCKHASH_SLOTS = 150;

const START_LAMPORTS = 100_000_000_000n;

/** In units of a hundredth. */
const START_TOKENS = 100_000n;

/** A transaction of the cluster: it succeeded, or it failed and paid its fee. */
export interface LandedTransaction extends Execution, DecodedTransaction {
  readonly signature: Signature;
  readonly slot: number;
  /** Seconds since 1970. */
  readonly blockTime: number;
  /** Lamports of each account of the message. */
  readonly preBalances: readonly number[];
  readonly postBalances: readonly number[];
}

/** A simulated Solana cluster: litesvm executes transactions, and the blocks are computed from the clock. */
export interface Cluster {
  readonly genesisHash: string;
  readonly faults: NetworkFaults;
  readonly svm: LiteSVM;
  readonly blocks: Blocks;
  readonly landed: Map<Signature, LandedTransaction>;
  /** Called with each transaction that lands. */
  readonly listeners: Set<(transaction: LandedTransaction) => void>;
}

/** Starts a cluster on which each practice account has 100 SOL, and 1,000 of the token `ferry`. */
export async function createCluster(genesisHash: string, now: () => number): Promise<Cluster> {
  const faults = new NetworkFaults();
  // litesvm knows one live blockhash only: `isValid` checks the window of 150.
  const svm = new LiteSVM().withBlockhashCheck(false);
  const owners = solanaAccounts.map((account) => address(account.address));
  for (const owner of owners) setAccount(svm, owner, { lamports: START_LAMPORTS });
  await setTokens(svm, owners);
  const clock = createStoppableClock(now, faults);
  const blocks = new Blocks({ salt: genesisHash, blockMs: SLOT_MS, firstHeight: 1, now: clock });
  return { genesisHash, faults, svm, blocks, landed: new Map(), listeners: new Set() };
}

interface AccountFields {
  readonly lamports?: bigint;
  readonly data?: Uint8Array;
  readonly program?: Address;
}

/** Sets an account, by default of the system program, with what it has to hold. */
function setAccount(
  svm: LiteSVM,
  at: Address,
  { data = new Uint8Array(), program, lamports: held }: AccountFields,
) {
  svm.setAccount({
    address: at,
    data,
    executable: false,
    lamports: lamports(held ?? svm.minimumBalanceForRentExemption(BigInt(data.length))),
    programAddress: program ?? address('11111111111111111111111111111111'),
    space: BigInt(data.length),
  });
}

async function setTokens(svm: LiteSVM, owners: readonly Address[]): Promise<void> {
  const [program, mint] = [TOKEN_PROGRAM_ADDRESS, address(ferry.token)];
  const supply = START_TOKENS * BigInt(owners.length);
  const nobody = { mintAuthority: null, freezeAuthority: null };
  const minted = getMintEncoder().encode({ ...nobody, supply, decimals: 2, isInitialized: true });
  setAccount(svm, mint, { program, data: new Uint8Array(minted) });
  for (const owner of owners) {
    const [account] = await findAssociatedTokenPda({ owner, mint, tokenProgram: program });
    const data = getTokenEncoder().encode({
      ...{ mint, owner, amount: START_TOKENS, state: AccountState.Initialized },
      ...{ delegate: null, isNative: null, delegatedAmount: 0, closeAuthority: null },
    });
    setAccount(svm, account, { program, data: new Uint8Array(data) });
  }
}

/** Executes a transaction without keeping its effects. */
export function simulate(
  cluster: Cluster,
  { transaction, message }: DecodedTransaction,
  { sigVerify }: { readonly sigVerify: boolean },
): Execution {
  if (!isValid(cluster, message.lifetimeToken)) return blockhashNotFound;
  setClock(cluster);
  cluster.svm.withSigverify(sigVerify);
  const result = cluster.svm.simulateTransaction(transaction);
  cluster.svm.withSigverify(true);
  return toExecution(result instanceof FailedTransactionMetadata ? result : result.meta());
}

/**
 * Executes a fully signed transaction and keeps its effects. A transaction that failed during execution lands too
 * and pays its fee. Any other failure leaves no trace.
 */
export function execute(cluster: Cluster, decoded: DecodedTransaction): void {
  const { blocks, landed, listeners, svm } = cluster;
  const { message, transaction } = decoded;
  if (!isValid(cluster, message.lifetimeToken)) return;
  setClock(cluster);
  const readBalances = () => message.staticAccounts.map((account) => Number(svm.getBalance(account) ?? 0n));
  const preBalances = readBalances();
  const execution = toExecution(svm.sendTransaction(transaction));
  const postBalances = readBalances();
  // The first account pays the fee.
  if (execution.err !== null && postBalances[0] === preBalances[0]) return;
  const slot = blocks.height();
  const blockTime = Math.floor(blocks.timeAt(slot) / 1000);
  const signature = getSignatureFromTransaction(transaction);
  const result = { ...decoded, ...execution, preBalances, postBalances, signature, slot, blockTime };
  landed.set(signature, result);
  for (const listener of listeners) listener(result);
}

/** Whether the blockhash belongs to one of the latest 150 blocks. */
function isValid({ blocks }: Cluster, blockhash: string): boolean {
  const height = blocks.heightOf(base58.decode(blockhash));
  return height !== undefined && height + BLOCKHASH_SLOTS >= blocks.height();
}

function setClock({ svm, blocks }: Cluster): void {
  const slot = blocks.height();
  svm.setClock(new Clock(BigInt(slot), 0n, 0n, 1n, BigInt(Math.floor(blocks.timeAt(slot) / 1000))));
}
