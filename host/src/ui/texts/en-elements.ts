/** The texts of an application's elements. */
export const elementTexts = {
  connect: 'Connect wallet',
  /** More than one. */
  wallets: '{count} wallets',
} as const;
