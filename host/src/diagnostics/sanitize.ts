import { codes } from '@linkspan/contract';
import type { PageEvent } from '../events.ts';

/** What stands for a wallet whose id may say more than which wallet it is. */
const otherWallet = 'other';

const plainId = /^[a-z0-9.#-]{1,60}$/;
/** As long as the accounts and keys of any chain are; no wallet's name is. */
const longWord = /[a-z0-9]{20}/;
/** How the names end that people have on chains: `alice.near`, `alice.eth`. A reversed domain name hardly does. */
const accountName = /\.(near|testnet|tg|aurora|sweat|kaiching|eth|sol|bnb|crypto|lens)(?![a-z0-9])/;

/**
 * An event as it may be told elsewhere: its code is one of the contract's, and a wallet's id, which the wallet claims
 * itself, is short, plain and no name of an account. Wallets of Wallet Standard are identified by their names: `Practice Wallet` is told as
 * `practice-wallet`.
 */
export function sanitize(event: PageEvent): PageEvent {
  const { code, wallet } = event as { readonly code?: string; readonly wallet?: string };
  return {
    ...event,
    ...(code !== undefined && { code: toPlainCode(code) }),
    ...(wallet !== undefined && { wallet: toPlainWallet(wallet) }),
  };
}

/** A remote newer than this page may give a code that it does not know, of which only the stage is told. */
function toPlainCode(code: string): string {
  if (Object.hasOwn(codes, code)) return code;
  const [stage = ''] = code.split('/');
  const isKnown = Object.keys(codes).some((known) => known.startsWith(`${stage}/`));
  return `${isKnown ? stage : 'remote'}/other`;
}

function toPlainWallet(id: string): string {
  const plain = id.toLowerCase().replaceAll(' ', '-');
  const isPersonal = longWord.test(plain) || accountName.test(plain);
  return plainId.test(plain) && !isPersonal ? plain : otherWallet;
}
