import { getLinkspan } from '@linkspan/app';
import { getSigner } from '@linkspan/app/solana-kit';
import {
  type Address,
  appendTransactionMessageInstructions,
  createSolanaRpc,
  createTransactionMessage,
  getBase58Decoder,
  getSignatureFromTransaction,
  type Instruction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signAndSendTransactionMessageWithSigners,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import {
  fetchToken,
  findAssociatedTokenPda,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';

const [network] = getLinkspan().family('solana').networks;
const toMemo = (memo: string) => ({
  programAddress: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address,
  data: new TextEncoder().encode(memo),
});
const rpc = createSolanaRpc(String(network?.rpc[0]));

async function toMessage(instructions: readonly Instruction[]) {
  const { value: blockhash } = await rpc.getLatestBlockhash().send();
  return pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayerSigner(getSigner(), message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(blockhash, message),
    (message) => appendTransactionMessageInstructions(instructions, message),
  );
}

const tokensOf = async (owner: Address, mint: Address) =>
  (await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS }))[0];

/** Transfers tokens with a memo, by the wallet; answers the signature and what the recipient has then. */
export async function transfer(mint: Address, to: Address, amount: bigint) {
  const signer = getSigner();
  const [source, destination] = [await tokensOf(signer.address, mint), await tokensOf(to, mint)];
  const moved = { source, mint, destination, authority: signer, amount, decimals: 2 };
  const message = await toMessage([toMemo('Fare for the ferry'), getTransferCheckedInstruction(moved)]);
  const before = (await fetchToken(rpc, destination)).data.amount;
  const signature = getBase58Decoder().decode(await signAndSendTransactionMessageWithSigners(message));
  return { signature, received: String((await fetchToken(rpc, destination)).data.amount - before) };
}

/** Has a memo signed, and sends it by the application's own node. */
export async function signMemo(memo: string) {
  const message = await toMessage([toMemo(memo)]);
  const signed = await signTransactionMessageWithSigners(message);
  return getSignatureFromTransaction(signed);
}
