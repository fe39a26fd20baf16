import { UsageError } from '../command-error.ts';

declare const isBaseAddress: unique symbol;

/** Where the store’s files are for a browser; `{remote}` in it stands for the name of a remote. */
export type BaseAddress = string & { readonly [isBaseAddress]: true };

/** Reads what was asked for. Throws `UsageError`. */
export function parseBaseAddress(text: string): BaseAddress {
  const sample = text.replaceAll('{remote}', 'remote');
  const url = URL.canParse(sample) ? new URL(sample) : undefined;
  const isPlain = url !== undefined && url.search === '' && url.hash === '' && url.username === '';
  if (isPlain && /^https?:$/.test(url.protocol)) return text as BaseAddress;
  throw new UsageError(`--url should be an http or https address without a query, not “${text}”.`);
}

/** The address of a remote’s folder, which its live document is in; ends in `/`. */
export function toRemoteAddress(base: BaseAddress, remote: string): string {
  const named = base.includes('{remote}') ? base.replaceAll('{remote}', remote) : `${slashed(base)}${remote}`;
  return slashed(new URL(named).href);
}

function slashed(address: string): string {
  return address.endsWith('/') ? address : `${address}/`;
}
