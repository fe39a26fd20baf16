import { describe } from 'vitest';
import { ask } from '../chain/read-balance.ts';
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

/** More slots than a blockhash is valid for. */
const slotsUntilExpired = 310;

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

  for (const family of [solana, near])
    test(`with ${family.title} is found as landed after a crash before the wallet’s answer`, async ({
      journey,
    }) => {
      await expectFoundAfterCrash(journey, family);
    });

  test('with Solana that nobody approved is unknown after a crash, and not offered again', async ({
    journey,
  }) => {
    // What is approved in the prompt after that has a new blockhash.
    const wait = () => ask(solana.networks[0].rpcUrl, 'practice_skipSlots', [slotsUntilExpired]);
    await expectUnknown(journey, solana, wait);
  });

  test('with NEAR that nobody approved is unknown after a crash, and not offered again', async ({
    journey,
  }) => {
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
