import { getLinkspan, withSummary } from '@linkspan/app';
import { useConnection } from '@linkspan/app/react';
import { getSigner } from '@linkspan/app/solana-kit';
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  createSolanaRpc,
  createTransactionMessage,
  getBase58Decoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signAndSendTransactionMessageWithSigners,
} from '@solana/kit';
import {
  fetchMaybeToken,
  findAssociatedTokenPda,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { useEffect, useState } from 'react';
import { contracts } from './contracts.ts';
import { Quay, RequestForm } from './quay.tsx';

const [mint, cashier] = [address(contracts.token), address(contracts.cashier)];
const memoProgram = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const price = 250n;

/** The node of the wallet's network, else of the page's first. */
function openRpc() {
  const { networks, $connection } = getLinkspan().family('solana');
  const connection = $connection.get();
  const network = networks.find(({ id }) => 'network' in connection && connection.network === id);
  return createSolanaRpc(String((network ?? networks[0])?.rpc[0]));
}

async function tokensOf(owner: Address) {
  const [account] = await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS });
  return account;
}

async function pay(memo: string): Promise<string> {
  const [rpc, signer] = [openRpc(), getSigner()];
  const [source, destination] = [await tokensOf(signer.address), await tokensOf(cashier)];
  const { value: blockhash } = await rpc.getLatestBlockhash().send();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayerSigner(signer, one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(blockhash, one),
    (one) =>
      appendTransactionMessageInstructions(
        [
          { programAddress: memoProgram, data: new TextEncoder().encode(memo) },
          getTransferCheckedInstruction({
            ...{ source, mint, destination, authority: signer, amount: price, decimals: 2 },
          }),
        ],
        one,
      ),
  );
  const signed = await withSummary('The fare, with your memo', () =>
    signAndSendTransactionMessageWithSigners(message),
  );
  const signature = getBase58Decoder().decode(signed);
  return `Paid, in transaction ${signature.slice(0, 8)}…`;
}

/** The tokens of the account in use, in hundredths, read again after each payment. */
function useTokens(payments: number): bigint | undefined {
  const connection = useConnection('solana');
  const owner = 'address' in connection ? connection.address : undefined;
  const key = `${owner} ${'network' in connection && connection.network}`;
  const [read, set] = useState<{ readonly key: string; readonly amount: bigint }>();
  useEffect(() => {
    if (owner === undefined || payments < 0) return;
    const readAll = async () => {
      const account = await tokensOf(address(owner));
      const token = await fetchMaybeToken(openRpc(), account, { commitment: 'confirmed' });
      set({ key, amount: token.exists ? token.data.amount : 0n });
    };
    // Without an answer there is no balance to show.
    readAll().catch(() => undefined);
  }, [owner, key, payments]);
  return read?.key === key ? read.amount : undefined;
}

const toCoins = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;

export function SolanaCard() {
  const [payments, setPayments] = useState(0);
  const tokens = useTokens(payments);
  const submit = (memo: string) => pay(memo).finally(() => setPayments((count) => count + 1));
  const actions = (
    <RequestForm family="solana" button={`Pay ${toCoins(price)}`} submit={submit}>
      <label>
        Memo
        <input name="memo" maxLength={60} defaultValue="Fare for one" required />
      </label>
    </RequestForm>
  );
  return (
    <Quay
      family="solana"
      title="The till"
      about="A payment in ferry coins, with a memo, in one transaction."
      actions={actions}
    >
      <p className="number">
        <span>{tokens === undefined ? '–' : toCoins(tokens)}</span> ferry coins
      </p>
    </Quay>
  );
}
