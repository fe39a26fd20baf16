/** The texts of the wallet dialog's rows. */
export const dialogTexts = {
  looking: 'Looking for wallets…',
  none: 'No wallets found',
  /** By what mends the failed remote. */
  failed: {
    again: 'Could not be loaded. Its card on the page says why.',
    reload: 'Reload the page to use it.',
  },
  /** The release may not be used any more. */
  stopped: 'Cannot be used for now. Its card on the page says why.',
  notes: {
    used: 'Used last',
    practice: 'Test keys, local chains',
    absent: 'Not installed',
    redirect: 'Opens its own page',
    pairing: 'Scan with your phone',
  },
  words: {
    ready: 'Ready',
    connecting: 'Connecting',
    connected: 'Connected',
    get: 'Get ↗',
  },
} as const;

/** What the wallet dialog reads from its texts. */
export type DialogTexts = typeof dialogTexts;
