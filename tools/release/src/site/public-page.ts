import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { configName, templates } from './write-repository.ts';

/** The configuration of a page for the public networks, as its template has it. */
export interface PublicPage {
  readonly families: readonly {
    readonly id: string;
    readonly remote: { readonly name: string; readonly options?: object };
    readonly networks: readonly {
      readonly id: string;
      readonly title: string;
      readonly rpc: readonly string[];
      readonly symbol: string;
      readonly decimals: number;
      readonly isTest?: true;
    }[];
  }[];
  readonly identities: readonly { readonly identity: string; readonly families: readonly string[] }[];
  readonly connect: readonly string[];
}

/** One connection to the families that WalletConnect pairs, and its relay: a page has both with the id of a project. */
export const paired = { identity: 'com.walletconnect', families: ['evm', 'solana'] };
export const publicRelay = 'wss://relay.walletconnect.org';

/** Reads the networks and identities that are known here, in a page with these names; without them it has the marks. */
export async function readPublicPage(names: Readonly<Record<string, string>> = {}): Promise<PublicPage> {
  const text = await readFile(join(templates, 'page', configName), 'utf8');
  return JSON.parse(text, (_, value) =>
    typeof value === 'string' ? value.replace(/__([A-Z]+)__/g, (mark, name) => names[name] ?? mark) : value,
  );
}
