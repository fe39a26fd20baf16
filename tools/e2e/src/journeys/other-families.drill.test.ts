import { describe } from 'vitest';
import { evm, near, solana } from '../page/families.ts';
import { test } from '../page/journey.ts';
import {
  expectFoundAfterCrash,
  expectMessageSigned,
  expectNotAsAsked,
  expectSent,
  expectSignedIn,
  expectUnknown,
} from './steps.ts';

describe('signing', () => {
  for (const family of [evm, near])
    test(`a message with ${family.title}, as the account alone could`, async ({ journey }) => {
      await expectMessageSigned(await journey.open(), family);
    });

  for (const family of [evm, solana, near])
    test(`in with ${family.title}, to this page and no other`, async ({ journey }) => {
      await expectSignedIn(await journey.open(), family);
    });
});

describe('a send', () => {
  for (const family of [solana, near])
    test(`with ${family.title} moves on the chain what the page says`, async ({ journey }) => {
      await expectSent(await journey.open(), family);
    });

  test('with NEAR is found as landed after a crash before the wallet’s answer', async ({ journey }) => {
    await expectFoundAfterCrash(journey, near);
  });

  test('with Solana that nobody approved is unknown after a crash', async ({ journey }) => {
    await expectUnknown(journey, solana);
  });

  test('with NEAR that nobody approved is unknown after a crash', async ({ journey }) => {
    await expectUnknown(journey, near);
  });

  for (const [family, sends] of [
    [solana, 'elsewhere'],
    [near, 'more'],
  ] as const)
    test(`with ${family.title} that is something else than asked is called so, also after a reload`, async ({
      journey,
    }) => {
      await expectNotAsAsked(await journey.open(), family, sends);
    });
});
