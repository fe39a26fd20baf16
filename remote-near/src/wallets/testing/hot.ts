import { nearAccounts, type PracticeNearAccount } from '@linkspan/practice/accounts';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, base64 } from '@scure/base';
import { toNep413Payload } from '../../testing/nep413.ts';
import { installPage } from '../../testing/page.ts';

const [harbour] = nearAccounts as unknown as [PracticeNearAccount];

/** What a test can switch in the fake HOT extension, at any time. */
export interface HotSwitches {
  /** Rejects the next requests. */
  failure: unknown;
  /** Throws that at once. */
  isAbrupt: boolean;
  /** Answers wait for it. */
  gate: Promise<unknown>;
  /** The account that it opens, and by whose key it signs. */
  account: PracticeNearAccount;
  /** Its answer in place of its own. */
  answer: unknown;
}

/** The hash of a transaction that was never sent. */
export const hotHash = base58.encode(sha256(Uint8Array.of(1)));

/** Puts a page there, with HOT's extension. It approves everything, and sends nothing. */
export function installHot() {
  const asked: { readonly method: string; readonly args: object }[] = [];
  const switches: HotSwitches = {
    ...{ failure: undefined, isAbrupt: false, gate: Promise.resolve(), account: harbour, answer: undefined },
  };
  async function settle(method: string, args: object): Promise<unknown> {
    await switches.gate;
    if (switches.failure !== undefined) throw switches.failure;
    return switches.answer === undefined ? answer(method, args, switches.account) : switches.answer;
  }
  const hotExtension = {
    autoRun: false,
    request(method: string, args: object) {
      asked.push({ method, args });
      if (switches.isAbrupt) throw switches.failure;
      return settle(method, args);
    },
    subscribe: () => () => undefined,
  };
  const page = Object.assign(installPage(), { hotExtension: hotExtension as unknown });
  return { page, switches, asked };
}

/** What HOT answers once its person has approved. */
export function answer(
  method: string,
  args: object,
  { accountId, publicKey, seed }: PracticeNearAccount,
): unknown {
  if (method === 'near:signIn') return { accountId, publicKey };
  if (method === 'near:signMessage') {
    const { nonce, ...message } = args as { nonce: number[]; message: string; recipient: string };
    const hash = sha256(toNep413Payload({ ...message, nonce: Uint8Array.from(nonce) }));
    return { accountId, publicKey, signature: base64.encode(ed25519.sign(hash, seed)) };
  }
  if (method !== 'near:signAndSendTransactions') return undefined;
  const { transactions } = args as { transactions: readonly { signerId: string; receiverId: string }[] };
  return {
    transactions: transactions.map(({ receiverId }) => ({
      transaction: { hash: hotHash, signer_id: accountId, receiver_id: receiverId },
    })),
  };
}
