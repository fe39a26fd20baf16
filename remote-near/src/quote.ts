import { field, LinkspanError, networkOf } from '@linkspan/contract';
import { findNetwork, type QuoteSend } from '@linkspan/kit/session';
import { isAccountId } from './accounts.ts';
import { createRpc, isAmount, openChain } from './chain.ts';
import { isImplicit } from './keys.ts';

/** The gas of a receipt with one transfer: to send it, and once more to run it. */
const transferGas = 2n * (108_059_500_000n + 115_123_062_500n);
/** The gas of a new account with one key. */
const accountGas = 2n * (3_850_000_000_000n + 101_765_125_000n);

/**
 * The gas of a transfer at the network's price. The gas is that of nearcore's parameters (`action_receipt_creation`,
 * `action_transfer`, `action_create_account`, `action_add_full_access_key`), written down here since a node tells it only
 * in its whole configuration.
 */
export const quote: QuoteSend<'near'> = async ({ account, to, amount }, { networks, signal }) => {
  if (!isAmount(amount) || BigInt(amount) === 0n) throw new LinkspanError('input/amount', { value: amount });
  if (!isAccountId(to)) throw new LinkspanError('input/recipient', { value: to });
  const network = findNetwork(networks, networkOf(account), '');
  const rpc = createRpc(network, signal);
  const [price, isMade] = await Promise.all([
    rpc('gas_price', [null]),
    isImplicit(to) &&
      openChain(network, signal)
        .exists(to)
        .then((exists) => !exists),
  ]);
  const gasPrice = field(price, 'gas_price');
  if (!isAmount(gasPrice))
    throw new LinkspanError('network/refused', {
      network: network.title,
      detail: 'The node returned no price.',
    });
  const gas = transferGas + (isMade ? accountGas : 0n);
  return { fee: String(gas * BigInt(gasPrice)) };
};
