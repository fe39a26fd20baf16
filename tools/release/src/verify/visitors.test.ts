import { expect, it } from 'vitest';
import { destinationOf, visitors } from './visitors.ts';

it.each([
  ['Chrome on a computer', /^Mozilla\/5\.0 \(Windows.*Chrome\/\d+/, 'gzip, deflate, br', /^en-US/, undefined],
  ['Firefox that reloads', /^Mozilla\/5\.0 \(X11.*Firefox\/\d+/, 'gzip', /^de/, 'no-store'],
  ['Safari on a phone', /^Mozilla\/5\.0 \(iPhone.*Safari\/\d+/, 'br', /^fr/, undefined],
  ['a wallet’s browser on a phone', /^Mozilla\/5\.0 \(Linux; Android.*wv\)/, 'identity', /^en-GB/, undefined],
])('%s asks as such a browser does', (name, agent, packing, language, cache) => {
  expect(visitors.find((one) => one.name === name)).toEqual({
    name,
    headers: {
      'user-agent': expect.stringMatching(agent),
      'accept-encoding': packing,
      'accept-language': expect.stringMatching(language),
    },
    ...(cache && { cache }),
  });
});

it.each([
  ['old.html', 'document', 'none'],
  ['a.js', 'script', 'same-origin'],
  ['a.b.mjs', 'script', 'same-origin'],
  ['a.css', 'style', 'same-origin'],
  ['a.json', 'empty', 'same-origin'],
  ['js', 'script', 'same-origin'],
  ['', 'empty', 'same-origin'],
])('asks for %s as %s', (path, dest, site) => {
  expect(destinationOf(path)).toMatchObject({ 'sec-fetch-dest': dest, 'sec-fetch-site': site });
});

it('asks for a page as one that is gone to, and for all else as whatever it is', () => {
  expect(destinationOf('old.html')).toMatchObject({
    accept: expect.stringMatching(/^text\/html,.*\*\/\*;q=0\.8$/),
    'upgrade-insecure-requests': '1',
  });
  expect(destinationOf('a.js').accept).toBe('*/*');
});
