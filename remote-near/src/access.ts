import { field, LinkspanError } from '@linkspan/contract';
import { toHexDigits } from './actions.ts';
import { type Chain, unless } from './chain.ts';
import { toKeyBytes } from './keys.ts';

/**
 * Whether a key, `ed25519:` and base58, may do all that its account may, or some of it; undefined if it is not the
 * account's. Rejects as the chain does.
 */
export async function readAccess(
  { network, rpc }: Pick<Chain, 'network' | 'rpc'>,
  account_id: string,
  public_key: string,
): Promise<'full' | 'limited' | undefined> {
  const ask = { request_type: 'view_access_key', finality: 'final', account_id, public_key };
  const key = await rpc('query', ask).catch(unless('UNKNOWN_ACCESS_KEY', 'UNKNOWN_ACCOUNT'));
  const permission = field(key, 'permission');
  if (permission !== undefined) return permission === 'FullAccess' ? 'full' : 'limited';
  // Older nodes have that in a result.
  const isUnknown = key === undefined || /does not exist/.test(String(field(key, 'error')));
  if (!isUnknown) throw new LinkspanError('network/malformed', { network: network.title });
  // An account that its first transfer will make is its key: the only one, until then.
  if (account_id !== toHexDigits(toKeyBytes(public_key))) return undefined;
  const view = { request_type: 'view_account', finality: 'final', account_id };
  const account = await rpc('query', view).catch(unless('UNKNOWN_ACCOUNT'));
  return account === undefined ? 'full' : undefined;
}
