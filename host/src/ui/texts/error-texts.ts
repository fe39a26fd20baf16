import type { Code, Template } from '@linkspan/contract';

/** A failure and the next step of the person. */
export interface ErrorText {
  readonly title: Template;
  readonly advice: Template;
  /** The advice without a `detail`. */
  readonly adviceAlone?: Template;
  /** The advice with an unreadable `detail`; by default `adviceAlone`. */
  readonly adviceUnread?: Template;
  /** The detail without advice, for requests that must not be repeated. */
  readonly reason?: Template;
}

const notLoaded = '{family} support could not be loaded';
const notSafe = '{family} support was not loaded, to keep you safe';
const stopped = '{family} support was stopped, to keep you safe';
const misfit = '{family} support does not fit this page';

/** The person can only wait. */
const later = (title: Template, why: Template): ErrorText => ({
  title,
  advice: `${why} {unaffected} not affected. {Again} later.`,
});

/** A reload may bring another release. */
const reloadOrLater = (title: Template, why: Template): ErrorText => ({
  title,
  advice: `${why} {unaffected} not affected. Reload the page, or try again later.`,
});

const portal: ErrorText = {
  title: notLoaded,
  advice:
    'This network shows a page of its own first. Sign in to the network in another tab, then {again}. {unaffected} not affected.',
};

/** One text per code; a missing one does not compile. `{unaffected}` names the wallets that still work: `Solana is`. */
export const errorTexts: { readonly [C in Code]: ErrorText } = {
  'config/malformed': {
    title: 'The configuration has a mistake at {place}',
    advice: 'It should be {expected}. Correct that field and start again.',
  },
  'config/duplicate': {
    title: 'The configuration names {value} twice',
    advice: 'Each may be there once. Remove or rename the one at {place}, then start again.',
  },
  'release/unreachable': {
    title: notLoaded,
    advice: 'Its server did not answer. {unaffected} not affected. {Again} in a moment.',
  },
  'release/malformed': later(notLoaded, 'Its server sent something that cannot be read.'),
  'release/misfit-contract': reloadOrLater(
    misfit,
    'It was made for version {needs} of what this page offers, and this page has {offers}.',
  ),
  'release/misfit-shared': reloadOrLater(
    misfit,
    'It was made for {library} {needs}, and this page has {offers}.',
  ),
  'release/late': {
    title: '{family} support is back',
    advice: 'Reload the page to use it. Wallets that are connected will reconnect.',
  },
  'release/unsigned': later(
    notSafe,
    'Its team has to sign it, and {has} of the {needs} signatures are there.',
  ),
  'release/wrong-signer': later(
    notSafe,
    'People of its team have to sign it, and {has} of their {needs} signatures are there.',
  ),
  'release/other-remote': later(notSafe, 'Its server sent a document for {found}.'),
  'release/expired': later(
    '{family} support is out of date',
    'What its team signed was good until {expiresAt}. The people who run this page have to renew it.',
  ),
  'release/expires-too-late': {
    title: notSafe,
    advice:
      'Its server says that it is good until {expiresAt}, which is longer than allowed. {unaffected} not affected. Check your device’s date, or {again} later.',
  },
  'release/older': later(
    notSafe,
    'Its server sent version {offered}, and this browser has already seen {seen}.',
  ),
  'release/root-gap': later(
    notSafe,
    'Its team has new keys, and what leads to them from the ones that this page knows is missing.',
  ),
  'release/root-unsigned': later(
    notSafe,
    'Its team has new keys, and they have {has} of the {needs} signatures that they need.',
  ),
  'release/below-floor': reloadOrLater(stopped, 'Version {version} is older than its team still allows.'),
  'release/revoked': reloadOrLater(stopped, 'Its team has revoked version {version}.'),
  'release/blocked': reloadOrLater(
    '{family} support was stopped by this page’s owner',
    'Version {version} is blocked: {reason}.',
  ),
  'release/withdrawn': {
    title: '{family} support has been taken back by its team',
    advice: 'It will return when they publish it again. {unaffected} not affected.',
  },
  'release/clock': {
    title: 'Your device’s clock seems to be wrong',
    advice: 'It says {now}. Set the date and time, then reload the page.',
  },
  'release/out-of-time': {
    title: '{family} support, or your device’s clock, is out of date',
    advice:
      'Your device’s clock says {now}. If that is wrong, set the date and time, then reload the page. If it is right, the people who run this page have to renew it.',
  },
  'release/uncheckable': {
    title: 'This browser is too old for {family} support',
    advice:
      'It cannot check who has signed it, so nothing of it was run. Update the browser, or use another one.',
  },
  'release/portal': portal,
  'release/quarantined': {
    title: '{family} support waits for you',
    advice:
      'This page ended twice while this was being loaded. {unaffected} not affected. {Again} to load it.',
  },
  'loader/unreachable': {
    title: notLoaded,
    advice:
      'A part of it could not be fetched. {unaffected} not affected. Wait a moment. If it stays like this, reload the page.',
  },
  'loader/altered': {
    title: notSafe,
    advice:
      'Its server sends code that is not what its team released, so none of it was run. {unaffected} not affected. Reload the page: if an earlier version has worked here, it is used. Or try again later.',
  },
  'loader/timeout': {
    title: '{family} support is taking too long',
    advice:
      'Its server is slow or cannot be reached. {unaffected} not affected. Wait a moment. If it stays like this, reload the page.',
  },
  'loader/portal': portal,
  'loader/broken': {
    title: '{family} support could not be started',
    advice:
      'It stopped while starting. {unaffected} not affected. Reload the page: if an earlier version has worked here, it is used.',
  },
  'loader/unenforced': {
    title: notSafe,
    advice: 'This browser cannot check its code. Update the browser, or use another one.',
  },
  'loader/no-window': {
    title: 'There is no page here',
    advice: 'Wallets exist in a browser’s page only. On a server, render the page without them.',
  },
  'loader/host': {
    title: 'A part of this page did not load',
    advice:
      'It failed to load or start. Your wallets have not been touched. Reload the page. If it stays like this, try another network, or tell the page’s owner.',
  },
  'loader/host-altered': {
    title: 'A part of this page was not loaded, to keep you safe',
    advice:
      'It was altered, or is of another version of the page, so this browser did not run it. Your wallets have not been touched. Reload the page in a while. If it stays like this, tell the page’s owner.',
  },
  'remote/malformed': {
    title: '{family} support reported something unreadable',
    advice: 'This is the last valid state. Reload the page.',
  },
  'remote/foreign': {
    title: '{family} support reported an account that is not its own',
    advice: 'It was ignored. Reload the page.',
  },
  'remote/unleased': {
    title: '{family} support reported too late',
    advice: 'It was ignored. Nothing needs to be done.',
  },
  'remote/stale-balance': {
    title: 'The balance belonged to another account',
    advice: 'It was ignored. Nothing needs to be done.',
  },
  'remote/unknown-family': {
    title: 'This page does not have {family}',
    advice: 'Ask the page’s owner to add it.',
  },
  'remote/failed': {
    title: '{family} support stopped unexpectedly',
    advice: 'Your wallet has not been touched. {unaffected} not affected. {Again}.',
  },
  'remote/timeout': {
    title: '{family} support did not answer',
    advice: '{unaffected} not affected. Restart {family} support, or reload the page.',
  },
  'remote/unmounted': {
    title: '{family} support was restarted',
    advice: 'What it was doing has ended. Look at what your wallet shows, then {again}.',
  },
  'wallet/rejected': { title: 'You rejected it', advice: 'Nothing was changed.' },
  'wallet/closed': {
    title: '{wallet} was closed without an answer',
    advice: 'Nothing was changed. {Again}, and approve or reject the request in {wallet}.',
  },
  'wallet/window-blocked': {
    title: '{wallet} could not open its window',
    advice: 'Allow this page to open windows in your browser, then {again}.',
  },
  'wallet/cancelled': {
    title: 'You cancelled',
    advice:
      'If {wallet} still shows the request, reject it there: what you approve there is still carried out.',
  },
  'wallet/busy': {
    title: 'Too many requests wait for {wallet}',
    advice: 'Approve or reject what {wallet} shows first.',
  },
  'wallet/pending': {
    title: '{wallet} is already asking you something',
    advice:
      'Open {wallet}, and approve or reject what it shows. If nothing happens here after that, {again}.',
  },
  'wallet/locked': { title: '{wallet} is locked', advice: 'Open {wallet} and unlock it, then {again}.' },
  'wallet/locked-or-ended': {
    title: '{wallet} is locked, or ended the connection',
    advice: 'It shows this page no account and does not say why. Unlock {wallet}, or {again}.',
  },
  'wallet/refuses': {
    title: '{wallet} ended the connection, or is locked',
    advice: 'If {wallet} is locked, unlock it. Then {again}.',
  },
  'wallet/absent': {
    title: '{wallet} is not here',
    advice: 'Make sure it is installed and switched on in this browser, then {again}.',
  },
  'wallet/claimed-twice': {
    title: 'More than one wallet says it is {wallet}',
    advice:
      'So none was connected. {Again} and choose yours. One that you do not know is best switched off in this browser.',
  },
  'wallet/gone': {
    title: '{wallet} is no longer here',
    advice:
      'It was switched off, removed or updated. Once it is back in this browser, your account returns by itself; otherwise reload the page.',
  },
  'wallet/timeout': {
    title: '{wallet} did not answer',
    advice: 'Open it, unlock it if it is locked, then {again}.',
  },
  'wallet/no-accounts': {
    title: '{wallet} shared no account',
    advice: 'Choose at least one account in {wallet}, then {again}.',
  },
  'wallet/revoked': {
    title: '{wallet} ended the connection',
    advice: 'It was ended there, or your account was taken away from this page. {Again} whenever you like.',
  },
  'wallet/unauthorized': {
    title: '{wallet} does not let this page connect',
    advice: 'Open {wallet}, unlock it if it is locked, and look whether it blocks this page. Then {again}.',
  },
  'wallet/disconnected': {
    title: '{wallet} says that it is disconnected',
    advice: 'Open it, look whether it is switched on and reaches its network, then {again}.',
  },
  'wallet/keeps-permission': {
    title: '{wallet} still remembers this page',
    advice: 'To end that too, open {wallet} and remove this page from its connected sites.',
  },
  'wallet/not-connected': { title: 'No wallet is connected', advice: 'Connect one first.' },
  'wallet/account-changed': {
    title: 'The account has changed meanwhile',
    advice: 'Nothing was sent or signed. Look at the account shown now, then {again}.',
  },
  'wallet/same-account': {
    title: '{wallet} still shows the same account',
    advice: 'Choose another account in {wallet} itself, or remove this page there, then {again}.',
  },
  'wallet/no-such-account': {
    title: '{network} has no account {account}',
    advice: 'Choose an account in {wallet} that exists on {network}, then {again}.',
  },
  'wallet/network-changed': {
    title: '{wallet} has changed its network',
    advice:
      'Nothing was sent or signed. Look at the network shown now: if this page does not know it, choose another one. Then {again}.',
  },
  'wallet/network-unsupported': {
    title: '{wallet} does not know this network',
    advice: 'Add {network} in {wallet}, or use another wallet or network.',
  },
  'wallet/unsupported': {
    title: '{wallet} cannot do this',
    advice:
      'It does not offer what was asked for, or not with this account. Choose another account, update {wallet}, or use another wallet.',
  },
  'wallet/awaits-owners': {
    title: '{wallet} waits for the other owners',
    advice: 'There is no signature before they have signed there too. Once they have, {again}.',
  },
  'wallet/failed': {
    title: '{wallet} could not do this',
    advice: 'It says: {detail}. {Again}, or use another wallet.',
    reason: 'It says: {detail}.',
    adviceUnread:
      'It gave a reason that is not in words. Open {wallet}, look whether it waits for something, then {again}.',
    adviceAlone: 'It gave no reason. Open {wallet}, look whether it waits for something, then {again}.',
  },
  'wallet/malformed': {
    title: '{wallet} sent an unreadable answer',
    advice: 'Update {wallet} and {again}, or use another wallet.',
  },
  'wallet/wrong-signature': {
    title: '{wallet} sent a signature that does not prove this account',
    advice:
      'It is not by a key that may sign for the account, so this page does not use it. {Again}, or use another wallet.',
  },
  'wallet/other-key': {
    title: '{wallet} signed with a key that your account does not have',
    advice: '{account} has no such key, so this page does not use it. {Again}, or use another wallet.',
  },
  'wallet/other-signer': {
    title: '{wallet} signed with another account',
    advice:
      'Signed by {signer}, not by {account}, so this page does not use it. Choose the account in {wallet}, then {again}.',
  },
  'wallet/other-text': {
    title: '{wallet} signed a different text',
    advice:
      'It is not what this page asked for: {field} differs. This page does not use it. {Again}, or use another wallet.',
  },
  'wallet/other-transaction': {
    title: 'Not sent: {wallet} changed the payment',
    advice: 'This page did not ask for that: {difference}. {Again}, or use another wallet.',
  },
  'network/unreachable': {
    title: 'The network could not be reached',
    advice: '{network} did not answer as it should. Check your connection and {again}.',
  },
  'network/busy': {
    title: 'The network is busy',
    advice: '{network} asks for a pause. Wait a minute, then {again}.',
  },
  'network/other-chain': {
    title: 'This is not the network that it should be',
    advice:
      'What answers for {network} is another chain, so nothing that it says is shown. Tell the page’s owner.',
  },
  'network/portal': {
    title: 'Something else answered for the network',
    advice:
      'A web page came where {network} should have answered. Where your Wi-Fi asks you to log in, do that first, then {again}.',
  },
  'network/malformed': {
    title: 'The network sent an unreadable answer',
    advice: 'The server of {network} has a fault. {Again} in a moment.',
  },
  'network/refused': {
    title: 'The network refused this',
    advice: 'It says: {detail}.',
    reason: 'It says: {detail}.',
    adviceAlone: 'It gave no reason. {Again} in a moment.',
    adviceUnread: 'It gave a reason that is not in words. {Again} in a moment.',
  },
  'network/insufficient-funds': {
    title: 'There is not enough in this account',
    advice: 'Choose a smaller amount; the network’s fee comes on top.',
  },
  'network/reverted': {
    title: 'The transaction failed on the network',
    advice: 'The amount was not moved; a fee may have been taken.',
  },
  'network/would-fail': {
    title: 'The network expects this transfer to fail',
    advice: 'Check the recipient and the amount.',
  },
  'network/expired': {
    title: 'The transaction came too late',
    advice: 'It was not carried out and cannot be any more. You can send again.',
  },
  'input/recipient': {
    title: 'This is not a valid {family} address',
    advice: 'Check every character of it.',
  },
  'input/recipient-family': {
    title: 'This is an address of {kind}',
    advice: 'Enter one of {family}. Coins cannot be sent from one to the other.',
  },
  'input/recipient-name': {
    title: 'This page does not look up names',
    advice: 'Enter the address itself.',
  },
  'input/recipient-checksum': {
    title: 'A character of this address is wrong',
    advice: 'Its checksum does not match. Copy the address again.',
  },
  'input/recipient-absent': {
    title: 'Nobody has this name on {network}',
    advice: 'Check every character of it.',
  },
  'input/amount-least': {
    title: 'This is too little for a new account',
    advice: 'Enter at least {least}. The network keeps a minimum in each account.',
  },
  'input/amount-most': {
    title: 'This leaves too little in the account',
    advice: 'Enter at most {most}. The network keeps a minimum in each account.',
  },
  'input/amount': {
    title: 'This is not an amount that can be sent',
    advice: 'Enter a number above zero, such as 0.5.',
  },
  'input/clock': {
    title: 'Your device’s clock is wrong',
    advice:
      'It says {now}, and this page’s server {served}. The sign-in would be refused, so your wallet was not asked. Set the date and time, then sign in again.',
  },
  'input/call': {
    title: 'The application asked for something malformed',
    advice: 'Your wallet was not asked. Tell the page’s owner: {place} of {method} is wrong.',
  },
  'input/empty': { title: 'There is nothing to sign', advice: 'Enter a message first.' },
};
