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

const notLoaded = '{family} is not available right now';
const notSafe = '{family} could not be verified';
const stopped = '{family} is switched off for your safety';

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

/** The code and its context, behind `Details`, say why. */
const notRun = 'This page runs only code that its team has signed, so nothing was run.';
const unverified = later(notSafe, notRun);
const misfit = reloadOrLater('{family} does not fit this version of the page', 'One of the two is newer.');

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
  'config/site': {
    title: 'The site could not be written',
    advice:
      'Nothing was changed in {site}. The system says: {detail}. Make room or give this user the right to write, then run it again.',
  },
  'config/duplicate': {
    title: 'The configuration names {value} twice',
    advice: 'Each may be there once. Remove or rename the one at {place}, then start again.',
  },
  'release/unreachable': {
    title: notLoaded,
    advice: 'The server did not answer. {unaffected} not affected. {Again} in a moment.',
  },
  'release/malformed': later(notLoaded, 'The server sent something unreadable.'),
  'release/misfit-contract': misfit,
  'release/misfit-shared': misfit,
  'release/late': {
    title: '{family} is back',
    advice: 'Reload the page to use it. Wallets that are connected will reconnect.',
  },
  'release/old-form': unverified,
  'release/unsigned': unverified,
  'release/wrong-signer': unverified,
  'release/other-remote': unverified,
  'release/expired': later(
    '{family} is out of date',
    'Its team’s signature was good until {expiresAt}. The people who run this page have to renew it.',
  ),
  'release/expires-too-late': {
    title: notSafe,
    advice: `${notRun} {unaffected} not affected. Check your device’s date, or {again} later.`,
  },
  'release/older': unverified,
  'release/root-gap': unverified,
  'release/root-unsigned': unverified,
  'release/below-floor': reloadOrLater(stopped, 'Version {version} is older than its team still allows.'),
  'release/revoked': reloadOrLater(stopped, 'Its team has revoked version {version}.'),
  'release/blocked': reloadOrLater(
    '{family} is switched off by this page’s owner',
    'Version {version} is blocked: {reason}.',
  ),
  'release/withdrawn': {
    title: '{family} was taken back by its team',
    advice: '{family} returns when they publish again. {unaffected} not affected.',
  },
  'release/clock': {
    title: 'Your device’s clock seems to be wrong',
    advice: 'It says {now}. Set the date and time, then reload the page.',
  },
  'release/out-of-time': {
    title: '{family}, or your device’s clock, is out of date',
    advice:
      'Your device’s clock says {now}. If that is wrong, set the date and time, then reload the page. If it is right, the people who run this page have to renew it.',
  },
  'release/uncheckable': {
    title: 'This browser is too old for {family}',
    advice:
      'This browser cannot check signatures, so nothing was run. Update the browser, or use another one.',
  },
  'release/portal': portal,
  'release/quarantined': {
    title: '{family} waits for you',
    advice:
      'The page crashed twice while loading {family}. {unaffected} not affected. {Again} to load {family}.',
  },
  'loader/unreachable': {
    title: notLoaded,
    advice:
      'A file did not arrive. {unaffected} not affected. Wait a moment. If this stays, reload the page.',
  },
  'loader/altered': {
    title: notSafe,
    advice:
      'The server sent code that the team did not release, so nothing was run. {unaffected} not affected. Reload the page, or try again later.',
  },
  'loader/timeout': {
    title: '{family} is taking too long',
    advice:
      'The server is slow or cannot be reached. {unaffected} not affected. Wait a moment. If this stays, reload the page.',
  },
  'loader/portal': portal,
  'loader/broken': {
    title: '{family} could not be started',
    advice: '{unaffected} not affected. Reload the page: an earlier version that worked here is used then.',
  },
  'loader/unenforced': {
    title: notSafe,
    advice: 'This browser cannot check code before running it. Update the browser, or use another one.',
  },
  'loader/no-window': {
    title: 'There is no page here',
    advice: 'Wallets exist in a browser’s page only. On a server, render the page without them.',
  },
  'loader/host': {
    title: 'A part of the page did not load',
    advice:
      'Your wallets have not been touched. Reload the page. If this stays, try another network, or tell the page’s owner.',
  },
  'loader/host-altered': {
    title: 'A part of the page could not be verified',
    advice:
      'This browser did not run that part. Your wallets have not been touched. Reload the page in a while. If this stays, tell the page’s owner.',
  },
  'remote/malformed': {
    title: '{family} reported something unreadable',
    advice: 'The last valid state is shown. Reload the page.',
  },
  'remote/foreign': {
    title: '{family} reported an account of another network',
    advice: 'Ignored. Reload the page.',
  },
  'remote/unleased': {
    title: '{family} reported too late',
    advice: 'Ignored. Nothing needs to be done.',
  },
  'remote/stale-balance': {
    title: 'The balance belonged to another account',
    advice: 'Ignored. Nothing needs to be done.',
  },
  'remote/unknown-family': {
    title: 'This page does not have {family}',
    advice: 'Ask the page’s owner to add it.',
  },
  'remote/failed': {
    title: '{family} stopped unexpectedly',
    advice: 'Your wallet has not been touched. {unaffected} not affected. {Again}.',
  },
  'remote/timeout': {
    title: '{family} did not answer',
    advice: '{unaffected} not affected. Restart {family}, or reload the page.',
  },
  'remote/unmounted': {
    title: '{family} was restarted',
    advice: 'Anything under way has ended. Check your wallet, then {again}.',
  },
  'wallet/rejected': { title: 'You said no', advice: 'Nothing happened.' },
  'wallet/closed': {
    title: '{wallet} was closed without an answer',
    advice: 'Nothing was changed. {Again}, and approve or reject the request in {wallet}.',
  },
  'wallet/window-blocked': {
    title: '{wallet} could not open its window',
    advice: 'Allow this page to open windows in your browser, then {again}.',
  },
  'wallet/cancelled': {
    title: 'Canceled here',
    advice: 'Reject the request in {wallet} too: approved there, it is still carried out.',
  },
  'wallet/may-be-sent': {
    title: '{wallet} has not said how the transaction ended',
    advice: 'It may have been sent. Look it up in {wallet} before you send it again.',
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
    title: '{wallet} may be locked',
    advice: 'Unlock {wallet}, or {again}.',
  },
  'wallet/refuses': {
    title: '{wallet} may be locked',
    advice: 'Unlock {wallet}, then {again}.',
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
      '{wallet} was switched off, removed or updated. Your account returns when {wallet} is back in this browser.',
  },
  'wallet/timeout': {
    title: '{wallet} did not answer',
    advice: 'Open {wallet} and unlock it if needed, then {again}.',
  },
  'wallet/no-accounts': {
    title: '{wallet} shared no account',
    advice: 'Choose at least one account in {wallet}, then {again}.',
  },
  'wallet/revoked': {
    title: '{wallet} shares no account with this page now',
    advice: '{Again} whenever you like.',
  },
  'wallet/unauthorized': {
    title: '{wallet} does not let this page connect',
    advice: 'Open {wallet}, and unlock it or allow this page there. Then {again}.',
  },
  'wallet/disconnected': {
    title: '{wallet} says that it is disconnected',
    advice: 'Open {wallet} and check its connection, then {again}.',
  },
  'wallet/keeps-permission': {
    title: '{wallet} still remembers this page',
    advice: 'To end that too, remove this site in {wallet}.',
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
  'wallet/unseen': {
    title: 'This page could not show you a request',
    advice: '{wallet} was not asked. Close what covers the page, or reload it, then {again}.',
  },
  'wallet/unsupported': {
    title: '{wallet} cannot do this',
    advice:
      '{wallet} does not offer this, or not for this account. Choose another account, update {wallet}, or use another wallet.',
  },
  'wallet/awaits-owners': {
    title: '{wallet} waits for the other owners',
    advice: 'There is no signature before they have signed there too. Once they have, {again}.',
  },
  'wallet/failed': {
    title: '{wallet} reported an error',
    advice: 'It says: {detail}. {Again}, or use another wallet.',
    reason: 'It says: {detail}.',
    adviceAlone: 'Nothing was confirmed here. Check {wallet}, then {again}.',
  },
  'wallet/malformed': {
    title: '{wallet} sent an unreadable answer',
    advice: 'Update {wallet} and {again}, or use another wallet.',
  },
  'wallet/wrong-signature': {
    title: '{wallet} sent a signature that does not prove this account',
    advice: 'The signature is not used. {Again}, or use another wallet.',
  },
  'wallet/other-key': {
    title: '{wallet} signed with a key that your account does not have',
    advice: '{account} has no such key, so the signature is not used. {Again}, or use another wallet.',
  },
  'wallet/other-signer': {
    title: '{wallet} signed with another account',
    advice:
      'Signed by {signer}, not by {account}, so the signature is not used. Choose the account in {wallet}, then {again}.',
  },
  'wallet/other-text': {
    title: '{wallet} signed a different text',
    advice: 'Different from the request: {field}. The signature is not used. {Again}, or use another wallet.',
  },
  'wallet/other-transaction': {
    title: 'Not sent: {wallet} changed the payment',
    advice: 'This page did not ask for that: {difference}. {Again}, or use another wallet.',
  },
  'wallet/relay-unreachable': {
    title: '{wallet} could not be reached',
    advice: 'Its relay cannot be reached. {Again} in a moment, or use another wallet.',
  },
  'wallet/sent-in-part': {
    title: '{wallet} sent some of the transactions, not all',
    advice: 'Check {wallet} before you send again.',
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
    title: 'Another network answers here',
    advice:
      'The server of {network} belongs to another network, so nothing from there is shown. Tell the page’s owner.',
  },
  'network/portal': {
    title: 'Something else answered for the network',
    advice:
      'A web page came instead of {network}. If your Wi-Fi asks you to log in, do that first, then {again}.',
  },
  'network/malformed': {
    title: 'The network sent an unreadable answer',
    advice: 'The server of {network} has a fault. {Again} in a moment.',
  },
  'network/refused': {
    title: 'The network refused this',
    advice: 'It says: {detail}.',
    reason: 'It says: {detail}.',
    adviceAlone: 'The network gave no reason. {Again} in a moment.',
    adviceUnread: 'The network gave no readable reason. {Again} in a moment.',
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
    advice: 'The transaction was not carried out and cannot be any more. You can send again.',
  },
  'input/recipient': {
    title: 'This is not a valid {family} address',
    advice: 'Check every character.',
  },
  'input/recipient-family': {
    title: 'This is an address of {kind}',
    advice: 'Enter an address of {family}. Coins cannot go from one network to the other.',
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
    advice: 'Check every character.',
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

/** What a failure names by a code of its own. */
export const namedParts: Readonly<Record<'difference' | 'field', Readonly<Record<string, Template>>>> = {
  difference: {
    other: 'it is not what was asked for',
    unreadable: 'a transaction that this page cannot read',
    payer: '{value} pays the fee',
    signer: '{value} has to sign as well',
    'lookup-table': 'more accounts, of a lookup table, may be changed',
    transfer: '{amount} go to {value}',
    program: 'an instruction of program {value}',
    missing: 'the transfer is missing',
    writable: '{value} may be changed',
    fee: 'a fee of up to {amount}',
  },
  field: {
    message: 'the message',
    layout: 'the layout',
    domain: 'the domain',
    address: 'the address',
    statement: 'the statement',
    uri: 'the URI',
    version: 'the version',
    chainId: 'the chain ID',
    nonce: 'the nonce',
    issuedAt: 'the time of issue',
    expirationTime: 'the time of expiry',
    notBefore: 'the time before which it is not valid',
    requestId: 'the request ID',
    resources: 'the list of resources',
  },
};
