import { bytesToHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { strangerSeed, toSigningKey } from '../odd-signature.ts';
import type { WalletCore } from '../wallet-core.ts';
import { unauthorized } from '../wallet-error.ts';
import { toShownAccounts } from '../wallet-state.ts';
import type { EvmKey } from './evm-keys.ts';
import { parseEvmAddress } from './evm-params.ts';

/** Signs for one account that the site may use. */
export interface EvmSigner {
  readonly name: string;
  readonly account: ReturnType<typeof privateKeyToAccount>;
}

/** Finds the signer of an account. Throws 4100 if the site may not use it, -32602 if it is no address. */
export function findEvmSigner(core: WalletCore, keys: readonly EvmKey[], address: unknown): EvmSigner {
  const wanted = parseEvmAddress(address);
  const key = keys.find((candidate) => candidate.address === wanted);
  if (!key || !toShownAccounts(core.store.get()).includes(wanted)) throw unauthorized(wanted);
  return { name: key.name, account: privateKeyToAccount(key.privateKey) };
}

/** Who signs in a signer's place, where `signs` says so. */
export function findOddSigner(core: WalletCore, keys: readonly EvmKey[], signer: EvmSigner): EvmSigner {
  if (core.store.get().switches.signs === 'anotherKey')
    return { ...signer, account: privateKeyToAccount(bytesToHex(strangerSeed)) };
  const own = keys.find(({ address }) => address === signer.account.address);
  const key = own && toSigningKey(core, keys, own);
  return key ? { name: key.name, account: privateKeyToAccount(key.privateKey) } : signer;
}
