/** The texts that the page's inline script carries. */
export const bootTexts = {
  /** As the card's status has it. */
  returning: 'Reconnecting',
  /** On an application's button, whose press reloads the page. */
  failed: 'Wallets did not load. Reload',
} as const;

const looking = 'Looking for wallets…';

/** Texts of the early script: rows of the wallet dialog, and cards until the views load. */
export const dialogTexts = {
  painted: {
    disconnected: 'Disconnected',
    connecting: 'Connecting',
    connected: 'Connected',
    reconnecting: bootTexts.returning,
  },
  /** The wallets of a card: what heads them, or that they are looked for, or that there is none. */
  pick: {
    connectWith: 'Connect with',
    looking,
    none: 'No wallet in this browser yet',
    connectTo: 'Connect {family} with {wallet}',
    get: 'Get',
    openApp: 'Open app',
  },
  looking,
  none: 'No wallets yet',
  /** Shows those that are left out at first. */
  more: '{count} more',
  recent: 'Recent',
  /** A discovery lists so many and no more, but for those that its team knows and the one that was used last. */
  flood: '{count} wallets or more found. Some may not be shown.',
  /** Heads the wallets of several families. */
  joined: 'One wallet for several networks',
  /** A press's effect in one family, and the whole sentence for a screen reader. */
  connect: 'Connect',
  part: '{wallet}, {family}: {word}',
  /** By the step that helps. */
  failed: {
    again: 'Not available right now.',
    reload: 'Reload the page to use it.',
  },
  /** Its connector failed once; a press on one of its wallets loads it again. */
  failedBefore: 'Did not load the last time. Choose a wallet to try again.',
  /** The release may not be used any more. */
  stopped: 'Switched off for now. The card on the page says why.',
  notes: {
    connected: 'Opens its card',
    practice: 'Test money, local networks',
    installed: 'Installed',
    absent: 'Not installed',
    /** Of a wallet whose app opens the page in a browser of its own. */
    open: 'Opens this page in {wallet}',
    window: 'Opens a window',
    pairing: 'On your phone',
    twin: 'Several wallets claim to be this one. Pick with care.',
    namesake: 'Another wallet uses this name',
  },
  words: {
    ready: '',
    connecting: 'Connecting',
    connected: 'Connected',
    get: 'Get ↗',
    open: 'Open app ↗',
  },
} as const;

/** The texts of the wallet dialog. */
export type DialogTexts = Texts<typeof dialogTexts>;

type Texts<Some> = { readonly [Key in keyof Some]: Some[Key] extends string ? string : Texts<Some[Key]> };
