/** The texts of an application's elements. */
export const elementTexts = {
  connect: 'Connect wallet',
  /** More than one. */
  wallets: '{count} wallets',
  /** Names the button for a screen reader. */
  accounts: 'Your wallets: {shown}',
  /** A wallet is asking something. */
  waiting: 'Waiting in {wallet}',
} as const;
