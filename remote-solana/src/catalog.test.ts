import { type DiscoveryPort, missingRequirements } from '@linkspan/contract';
import { describe, expect, it, vi } from 'vitest';
import { accepts } from './accepts.ts';
import { toKnown, walletApp } from './catalog.ts';
import { chromeOnAndroid } from './wallets/testing/app.ts';

const known = ['Phantom', 'Solflare', 'Backpack'];

function list(userAgent = chromeOnAndroid, isSecureContext = true) {
  vi.stubGlobal('window', { isSecureContext });
  vi.stubGlobal('navigator', { userAgent });
  return toKnown({ options: undefined } as DiscoveryPort<'solana'>).map(({ id }) => id);
}

describe('the wallet app', () => {
  it.each([
    ['Chrome', chromeOnAndroid],
    ['Samsung Internet', chromeOnAndroid.replace('Chrome', 'SamsungBrowser/29.0 Chrome')],
    ['Solana Mobile’s shell', `${chromeOnAndroid.replace('K)', 'K; wv)')} Solana Mobile Web Shell`],
  ])('is offered first by %s on Android', (_, userAgent) => {
    expect(list(userAgent)).toEqual([walletApp.id, ...known]);
  });

  it.each([
    ['Chrome on a computer', chromeOnAndroid.replace('Android 10; K', 'X11; Linux x86_64')],
    [
      'Safari on an iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7) AppleWebKit/605.1.15 Version/26.0 Mobile Safari/604.1',
    ],
    ['Firefox on Android', 'Mozilla/5.0 (Android 15; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0'],
    ['a web view, such as a wallet’s own browser', chromeOnAndroid.replace('K)', 'K; wv)')],
    ['an older web view', chromeOnAndroid.replace('Chrome', 'Version/4.0 Chrome')],
  ])('is not offered by %s', (_, userAgent) => {
    expect(list(userAgent)).toEqual(known);
  });

  it('is not offered outside of a secure context', () => {
    expect(list(chromeOnAndroid, false)).toEqual(known);
  });

  it('needs the sockets of the device, without which a page does not offer it', () => {
    expect(missingRequirements(accepts, {}).get(walletApp.id)).toEqual({ connect: ['ws://localhost:*'] });
    expect(missingRequirements(accepts, { connect: ['ws://localhost:*'] }).has(walletApp.id)).toBe(false);
  });
});
