/** The texts of the wallet dialog's frame, which is rendered before the page is served. */
export const frameTexts = {
  title: 'Connect a wallet',
  close: 'Close',
  newcomer: 'New to wallets?',
  what: 'What is a wallet',
  answers: [
    'A wallet is an app or a browser extension that keeps your keys. Only you can open it.',
    'It asks you each time before it shows an account, signs or sends.',
    'Never give your recovery words to a page or a person.',
  ],
} as const;
