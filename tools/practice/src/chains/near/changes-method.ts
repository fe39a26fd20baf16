import { z } from 'zod';
import { blockReference, readBlock } from './block-reference.ts';
import { accountsAt, type Ledger } from './ledger.ts';

const ofChanges = z.looseObject({
  changes_type: z.literal('all_access_key_changes'),
  account_ids: z.array(z.string()),
});

const ofTransaction = z.looseObject({ hash: z.string(), public_key: z.string() });

/** Returns `EXPERIMENTAL_changes` for keys: which of these accounts' keys signed in a block, and for what. */
export function changesMethod(ledger: Ledger, params: unknown): object {
  const { account_ids } = ofChanges.parse(params);
  const { block_height, block_hash } = readBlock(ledger, blockReference.parse(params));
  const changes = [...ledger.landed.values()]
    .filter(({ height, signerId }) => height === block_height && account_ids.includes(signerId))
    .map(({ signerId, result }) => {
      const { hash, public_key } = ofTransaction.parse(Reflect.get(result, 'transaction'));
      const key = accountsAt(ledger, block_height).get(signerId)?.keys.get(public_key);
      const access_key = { nonce: Number(key?.nonce ?? 0), permission: key?.permission ?? 'FullAccess' };
      return {
        cause: { type: 'transaction_processing', tx_hash: hash },
        type: 'access_key_update',
        change: { account_id: signerId, public_key, access_key },
      };
    });
  return { block_hash, changes };
}
