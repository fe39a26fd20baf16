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
  },
  runs: {
    intro: 'Each network’s code is made by its own team. This page runs it only if that team signed it.',
    introPackaged: 'Each network’s code is made by its own team, and came with this page.',
    introMixed:
      'Each network’s code is made by its own team. This page runs it only if that team signed it, or if it came with this page.',
    introUnsigned:
      'Each network’s code is made by its own team. This page is for development: it checks no signatures.',
    version: 'Version {version}',
    versionInPlaceOf: 'Version {version} in place of {newest}',
    share: 'for {share} % of visitors',
    notOffered: 'no longer offered to visitors',
    pending: 'Not loaded yet',
    verified: 'Signature checked',
    unsigned: 'Not signed',
    packaged: 'Part of this page',
    /** The name of an npm package. */
    versionOf: 'Version {version} of {name}',
    page: 'This page is version',
    /** Read after `Copy`. */
    report: 'report',
    details: 'Details for developers',
  },
} as const;

/** Texts of the wallet dialog for a person without a wallet in this browser. */
export const suggestionTexts = {
  apps: 'Open in your wallet’s app',
  openApp: 'Open ↗',
  phone: 'Wallet on your phone',
  scan: 'Scan a code with its app',
  elsewhere: 'Wallet on another device',
  showCode: 'Show a code and scan it there',
  get: 'Get a wallet',
  none: 'None found in this browser',
  getIt: 'Get ↗',
  practice: 'Not sure yet?',
  tryIt: 'Try it with test money, nothing to install',
} as const;

/** Texts of the prerendered wallet dialog. */
export const frameTexts = {
  title: 'Connect a wallet',
  close: 'Close',
  /** Names the choice of a network. */
  filter: 'Network',
  all: 'All',
  wallet: 'A wallet is an app that keeps your keys. You approve each step there.',
  how: 'How it works',
  /** Under `how`, and in the dialog of the page's foot. */
  answers: [
    'A wallet is an app or a browser extension that keeps the keys to your accounts. Only you can open it.',
    'To get one, choose it in the list: its maker’s page opens. Install it, make an account there, then come back.',
    'Your wallet asks you before anything is shared, signed or sent.',
    'A wallet is free, and so is connecting it. When you send, the network takes a small fee, which your wallet shows.',
    'Your wallet gives you recovery words. Write them on paper. Whoever has them has your money: give them to no page and no person.',
    'This page sees the accounts that you share, and can ask your wallet to sign or send. It cannot move anything without your approval, and it never sees your keys.',
  ],
} as const;
