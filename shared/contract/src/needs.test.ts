import { describe, expect, it } from 'vitest';
import { isOrigin, localSockets, missingRequirements, needsShape } from './needs.ts';

const frames = ['https://wallet.example'];
const connect = ['wss://relay.example', 'https://api.example'];
const framedBy = ['https://app.safe.global'];
const declared = {
  needs: { pier: { frames, framedBy, connect }, quay: { connect: ['wss://relay.example'] } },
};
const unmet = (...args: Parameters<typeof missingRequirements>) =>
  Object.fromEntries(missingRequirements(...args));

describe('an origin', () => {
  it.each(['https://wallet.example', 'wss://relay.example:8443', 'http://localhost:5173'])(
    'is a whole one such as %s',
    (value) => {
      expect(isOrigin(value)).toBe(true);
    },
  );

  it.each([
    'https://wallet.example/',
    'https://wallet.example/app',
    'https://wallet.example?x',
    'https://wallet.example:443',
    'https://Wallet.example',
    'https://me@wallet.example',
    'https://*.wallet.example',
    "https://wallet.example;script-src'self'",
    'https:',
    '*',
    "'self'",
    'data:',
    'blob:https://wallet.example',
  ])('is not %s', (value) => {
    expect(isOrigin(value)).toBe(false);
  });
});

describe('what wallets need', () => {
  it('is whole https origins for frames, and those or wss ones to connect to', () => {
    expect(needsShape(declared.needs, 'needs')).toEqual(declared.needs);
    for (const wrong of [
      { frames: ['wss://wallet.example'] },
      { frames: ['http://localhost:1'] },
      { framedBy: ['https://*.safe.global'] },
      { connect: ['https://api.example/v1'] },
      { scripts: [] },
    ])
      expect(() => needsShape({ pier: wrong }, 'needs')).toThrow('needs.pier');
  });

  it('is met by a page that allows all of it', () => {
    expect(
      unmet(declared, { frames, framedBy, connect: ['wss://relay.example/', 'https://api.example/?key=1'] }),
    ).toEqual({});
  });

  it('may be the sockets of apps on the device, in this one form', () => {
    const needs = { pier: { connect: [localSockets, 'https://api.example'] } };
    expect(needsShape(needs, 'needs')).toEqual(needs);
    for (const wrong of ['ws://localhost:1', 'ws://localhost', 'wss://localhost:*', 'ws://127.0.0.1:*'])
      expect(() => needsShape({ pier: { connect: [wrong] } }, 'needs')).toThrow('needs.pier');
    expect(() => needsShape({ pier: { frames: [localSockets] } }, 'needs')).toThrow('needs.pier');
    expect(unmet({ needs }, { connect: ['https://api.example'] })).toEqual({
      pier: { connect: [localSockets] },
    });
    expect(unmet({ needs }, { connect: ['https://api.example', localSockets] })).toEqual({});
  });

  it('is listed by wallet as far as the page does not allow it', () => {
    expect(unmet(declared, {})).toEqual(declared.needs);
    const connected = ['wss://relay.example', 'https://api.example/v1/'];
    expect(unmet(declared, { frames, framedBy, connect: connected })).toEqual({
      pier: { connect: ['https://api.example'] },
    });
    expect(unmet(declared, { frames, connect })).toEqual({ pier: { framedBy } });
  });

  it('may be options of the family', () => {
    const needs = { pier: { connect: ['https://api.example'], options: ['pierProject'] } };
    expect(needsShape(needs, 'needs')).toEqual(needs);
    const allowed = { connect: ['https://api.example'] };
    expect(unmet({ needs }, allowed)).toEqual({ pier: { options: ['pierProject'] } });
    expect(unmet({ needs }, {}, { pierProject: '1' })).toEqual({
      pier: { connect: ['https://api.example'] },
    });
    expect(unmet({ needs }, allowed, { pierProject: '1' })).toEqual({});
    expect(() => needsShape({ pier: { options: [''.padEnd(61, 'x')] } }, 'needs')).toThrow('needs.pier');
  });

  describe('may be replaced by an address in the options', () => {
    const relayed = { ...declared, options: { relay: { replaces: 'wss://relay.example' }, other: 'text' } };
    const own = 'wss://own.example';

    it('of which the page has to allow the origin alone', () => {
      const options = { relay: `${own}/v1?key=1`, other: 'wss://else.example' };
      const allowed = { frames, framedBy, connect: [own, 'https://api.example'] };
      expect(unmet(relayed, allowed, options)).toEqual({});
      expect(unmet(relayed, { ...allowed, connect: [...connect] }, options)).toEqual({
        pier: { connect: [own] },
        quay: { connect: [own] },
      });
    });

    it.each([undefined, {}, { relay: 1 }, { relay: 'no address' }])('and is not by %j', (options) => {
      expect(unmet(relayed, { frames, framedBy, connect }, options)).toEqual({});
      expect(unmet(relayed, { frames, framedBy, connect: [own] }, options)).toMatchObject({
        quay: { connect: ['wss://relay.example'] },
      });
    });
  });

  it('is nothing if it is not declared, or in a form that is not known here', () => {
    for (const accepts of [
      undefined,
      {},
      { needs: 1 },
      { needs: { pier: { tabs: [] } } },
      { needs: { pier: null } },
      { needs: { pier: { frames: {} } } },
    ])
      expect(unmet(accepts, {})).toEqual({});
  });
});
