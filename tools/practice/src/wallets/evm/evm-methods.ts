import type { EvmParams } from './evm-params.ts';

/** What answers each EIP-1193 method. */
export type EvmMethods = Readonly<Record<string, (params: EvmParams) => Promise<unknown>>>;
