/** Texts of the code that loads on demand. */
export const onDemandTexts = {
  appearance: { system: 'System', light: 'Light', dark: 'Dark' },
  /** Cancels a pairing. */
  backToList: 'Back to the list',
  accounts: {
    title: 'Your accounts',
    one: '1 wallet',
    many: '{count} wallets',
    copy: 'Copy address, {family}',
    another: 'Connect another wallet',
    disconnectAll: 'Disconnect all',
  },
  runs: {
    intro:
      'The code for each network comes separately. This page checks its signature before it runs, and runs nothing else.',
    introUnsigned:
      'The code for each network comes separately. This page is for development: it checks no signatures.',
    version: 'Version {version}',
    versionInPlaceOf: 'Version {version} in place of {newest}',
    share: 'for {share} % of visitors',
    notOffered: 'no longer offered to visitors',
    pending: 'Not loaded yet',
    verified: 'Signature checked',
    unsigned: 'Not signed',
    page: 'This page is version',
    /** Read after `Copy`. */
    report: 'report',
    details: 'Details for developers',
  },
} as const;

/** Texts of the prerendered wallet dialog. */
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
