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
    intro: 'Each network’s code is made by its own team. This page runs it only if that team signed it.',
    introUnsigned:
      'Each network’s code is made by its own team. This page is for development: it checks no signatures.',
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
  /** Names the choice of one network. */
  filter: 'Network',
  all: 'All',
  keys: 'Your keys stay in your wallet.',
  what: 'What is a wallet?',
  answers: [
    'A wallet is an app or a browser extension that keeps your keys. Only you can open it.',
    'Your wallet asks you before anything is shared, signed or sent.',
    'Never give your recovery words to a page or a person.',
  ],
} as const;
