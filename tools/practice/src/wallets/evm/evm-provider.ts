import { createEmitter, type Emitter } from '../emitter.ts';
import { isRecord } from '../shape.ts';
import type { WalletCore } from '../wallet-core.ts';
import { invalidParams, unsupported } from '../wallet-error.ts';
import { createLife, type Life } from '../wallet-life.ts';
import { accountMethods } from './account-methods.ts';
import type { EvmKey } from './evm-keys.ts';
import { networkMethods } from './network-methods.ts';
import { isReadMethod, readChain } from './read-methods.ts';
import { sendMethod } from './send-method.ts';
import { signMethods } from './sign-methods.ts';

/** What a wallet needs at least. */
const needed = ['eth_accounts', 'eth_requestAccounts', 'eth_chainId', 'net_version'];

/** A provider as EIP-1193 has it. */
export interface EvmProvider {
  /** Throws a WalletError with the code that EIP-1193 and its kin name. */
  request(args: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
  on(event: string, listener: (...facts: never[]) => void): EvmProvider;
  once(event: string, listener: (...facts: never[]) => void): EvmProvider;
  off(event: string, listener: (...facts: never[]) => void): EvmProvider;
  removeListener(event: string, listener: (...facts: never[]) => void): EvmProvider;
}

/** What a provider works by. */
export interface EvmMeans {
  /** Carries its events. */
  readonly emitter: Emitter;
  readonly life: Life;
}

/** Makes the EIP-1193 provider of a practice wallet. */
export function createEvmProvider(
  core: WalletCore,
  keys: readonly EvmKey[],
  { emitter = createEmitter(), life = createLife(core) }: Partial<EvmMeans> = {},
): EvmProvider {
  const methods = {
    ...accountMethods(core),
    ...networkMethods(core),
    ...signMethods(core, keys),
    ...sendMethod(core, keys),
  };
  const answer = async (args: unknown) => {
    const { method, params } = parseArguments(args);
    if (isReadMethod(method)) return readChain(core, method, params);
    const own = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!own || isSwitchedOff(core, method)) throw unsupported(method);
    return own(Array.isArray(params) ? params : []);
  };
  // Node's emitters answer with themselves, and so do the providers of extensions.
  const chain =
    (change: Emitter['on']): EvmProvider['on'] =>
    (event, listener) => {
      change(event, listener);
      return provider;
    };
  const provider: EvmProvider = {
    request: (args: unknown) => life.serve(() => answer(args)),
    on: chain(emitter.on),
    once: chain(emitter.once),
    off: chain(emitter.off),
    removeListener: chain(emitter.off),
  };
  return provider;
}

function isSwitchedOff({ store }: WalletCore, method: string): boolean {
  return store.get().switches.unsupportedMethods && !needed.includes(method);
}

function parseArguments(args: unknown): { method: string; params: unknown } {
  const { method, params } = isRecord(args) ? args : {};
  if (typeof method !== 'string' || method === '')
    throw invalidParams('A request needs the name of a method.');
  return { method, params: params ?? [] };
}
