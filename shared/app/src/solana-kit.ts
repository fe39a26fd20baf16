import { LinkspanError } from '@linkspan/contract';
import {
  type Address,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  getTransactionLifetimeConstraintFromCompiledTransactionMessage,
  type MessageModifyingSigner,
  type SignatureBytes,
  type Transaction,
  type TransactionModifyingSigner,
  type TransactionSendingSigner,
  type TransactionWithinSizeLimit,
  type TransactionWithLifetime,
} from '@solana/kit';
import { getAccount, getChain, getWallet } from './solana.ts';

/** An account of the page's wallet for `@solana/kit`: it signs messages and transactions, and sends. */
export type Signer = MessageModifyingSigner & TransactionModifyingSigner & TransactionSendingSigner;

interface Config {
  readonly abortSignal?: AbortSignal;
  readonly minContextSlot?: bigint;
}

/**
 * A signer of the account in use, on the cluster in use. It stays that account's: while another one is in use its requests
 * reject with `wallet/account-changed`. Throws `wallet/not-connected`.
 */
export function getSigner(): Signer {
  const [account, chain, { features }] = [getAccount(), getChain(), getWallet()];
  if (account === undefined) throw new LinkspanError('wallet/not-connected', {});
  const address = account.address as Address;

  const toInputs = (transactions: readonly Transaction[], { minContextSlot, abortSignal }: Config = {}) => {
    abortSignal?.throwIfAborted();
    const options = minContextSlot !== undefined && { minContextSlot: Number(minContextSlot) };
    return transactions.map((transaction) => ({
      ...{ account, chain, transaction: new Uint8Array(getTransactionEncoder().encode(transaction)) },
      ...(options && { options }),
    }));
  };

  return Object.freeze<Signer>({
    address,
    async modifyAndSignMessages(messages, config) {
      config?.abortSignal?.throwIfAborted();
      const inputs = messages.map(({ content }) => ({ account, message: new Uint8Array(content) }));
      const outputs = await features['solana:signMessage'].signMessage(...inputs);
      return outputs.map(({ signedMessage, signature }, at) => {
        const isSame = String(signedMessage) === String(messages[at]?.content);
        // The signatures of others are of the message as it was.
        const others = isSame ? messages[at]?.signatures : {};
        const signatures = Object.freeze({ ...others, [address]: signature as SignatureBytes });
        return Object.freeze({ content: signedMessage, signatures });
      });
    },
    async modifyAndSignTransactions(transactions, config) {
      const inputs = toInputs(transactions, config);
      const outputs = await features['solana:signTransaction'].signTransaction(...inputs);
      return Promise.all(
        outputs.map(({ signedTransaction }, at) => toSigned(signedTransaction, transactions[at])),
      );
    },
    async signAndSendTransactions(transactions, config) {
      const inputs = toInputs(transactions, config);
      const outputs = await features['solana:signAndSendTransaction'].signAndSendTransaction(...inputs);
      return outputs.map(({ signature }) => signature as SignatureBytes);
    },
  });
}

/** The signed transaction, with the lifetime of the requested one unless the wallet has given it another. */
async function toSigned(
  wire: Uint8Array,
  requested: Transaction | (Transaction & TransactionWithLifetime) | undefined,
): Promise<Transaction & TransactionWithinSizeLimit & TransactionWithLifetime> {
  const signed = getTransactionDecoder().decode(wire) as Transaction & TransactionWithinSizeLimit;
  const compiled = getCompiledTransactionMessageDecoder().decode(signed.messageBytes);
  const given = requested && 'lifetimeConstraint' in requested ? requested.lifetimeConstraint : undefined;
  const token = given && ('blockhash' in given ? given.blockhash : given.nonce);
  const isSame = 'lifetimeToken' in compiled && compiled.lifetimeToken === token;
  const lifetimeConstraint =
    given && isSame
      ? given
      : await getTransactionLifetimeConstraintFromCompiledTransactionMessage(compiled as never);
  return Object.freeze({ ...signed, lifetimeConstraint });
}
