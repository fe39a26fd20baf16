/** The texts of the wallet dialog's frame, which is rendered before the page is served. */
export const frameTexts = {
  title: 'Connect a wallet',
  close: 'Close',
  keys: 'Your keys stay in your wallet.',
  what: 'What is a wallet?',
  answers: [
    'A wallet is an app or a browser extension that keeps your keys. Only you can open it.',
    'It asks you each time before it shows an account, signs or sends.',
    'Never give your recovery words to a page or a person.',
  ],
} as const;
