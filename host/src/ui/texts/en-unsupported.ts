/** The texts of the page for browsers that are too old. `{title}` is what the page calls itself. */
export const unsupportedTexts = {
  heading: 'This browser is too old for {title}',
  why: 'Before {title} runs anything, it checks who has signed it. This browser cannot do that, so nothing was run. Your wallets have not been touched.',
  insecureHeading: '{title} needs a safe connection',
  insecureWhy:
    'The address has to begin with https. Over any other connection, no browser can check what it runs.',
  openSafely: 'Open it with https',
  asked: 'Browsers that {title} works in',
  whatNow: 'What you can do',
  update: 'Update this browser, then open the page again.',
  again: 'Open the page again',
  inApp: 'Inside another app? Choose “Open in browser” in its menu.',
  copyTo: 'Or copy the address and open it in a newer browser.',
  address: 'Address',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Hold the address to copy it',
  works: 'Browsers that work',
  browser: 'Browser',
  from: 'From version',
  since: 'Since',
  noScript: 'Switch JavaScript on for this page: it cannot ask a wallet without it.',
} as const;
