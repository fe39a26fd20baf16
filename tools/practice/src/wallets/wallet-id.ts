import { type Family, families } from './family.ts';

/** Names one practice wallet: the first of its family, or the second, such as `evm-second`. */
export type WalletId = Family | `${Family}-second`;

/** Every practice wallet; the second of a family follows its first. */
export const walletIds: readonly WalletId[] = families.flatMap((family): WalletId[] => [
  family,
  `${family}-second`,
]);

/** Whether a text names a practice wallet. */
export function isWalletId(text: unknown): text is WalletId {
  return walletIds.some((id) => id === text);
}

/** The name under which a practice wallet announces itself. */
export function toWalletName(id: WalletId): string {
  return id.endsWith('-second') ? 'Second Practice Wallet' : 'Practice Wallet';
}
