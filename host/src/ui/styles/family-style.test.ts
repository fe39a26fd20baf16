import { expect, it } from 'vitest';
import { fakeConfig } from '../../testing/fake-shell.ts';
import { familyStyle } from './family-style.ts';

it('gives each family its hue', () => {
  expect(familyStyle(fakeConfig)).toBe(
    '[data-family="evm"]{--hue:268}[data-family="solana"]{--hue:305}[data-family="near"]{--hue:172}',
  );
});
