/** Texts of the code that loads on demand. */
export const onDemandTexts = {
  appearance: { system: 'System', light: 'Light', dark: 'Dark' },
  /** Cancels a pairing. */
  backToList: 'Back to the list',
  pairing: {
    left: '{time} left',
    expired: 'This code has expired',
    again: 'Make a new code',
  },
  accounts: {
    title: 'Your accounts',
    one: '1 wallet',
    many: '{count} wallets',
    copy: 'Copy address, {family}',
    another: 'Connect another wallet',
    disconnectAll: 'Disconnect all',
    sure: 'Most wallets then ask you again before they show an account here.',
    keep: 'Stay connected',
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
  keys: 'A wallet is an app that keeps your keys. You approve each step there.',
  how: 'How it works',
  /** Under `how`, and in the dialog of the page's foot. */
  answers: [
    'A wallet is an app or a browser extension that keeps the keys to your coins. Only you can open it.',
    'To get one, press Connect wallet and choose one. Install it from its maker’s own site or an app store.',
    'Your wallet asks you before anything is shared, signed or sent.',
    'A wallet costs nothing. Networks charge a fee for each transaction, paid in their own coin.',
    'Your recovery words open your wallet anywhere. Write them on paper. Never give your recovery words to a page or a person.',
    'This page sees your addresses and balances. It cannot move anything unless you approve it in your wallet.',
  ],
} as const;
