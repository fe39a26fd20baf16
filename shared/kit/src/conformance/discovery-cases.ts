import { assert, assertRejects, assertSame } from './assert.ts';
import { assertNotRestored } from './assert-not-restored.ts';
import { type Case, toCase } from './case.ts';
import { quietMs } from './stage.ts';
import { pause } from './until.ts';

/** What a discovery does before anyone presses anything. */
export const discoveryCases: readonly Case[] = [
  toCase('lists an installed wallet without asking anyone', async (stage) => {
    await stage.listed();
    await pause(quietMs);
    assertSame(stage.subject.wallet.prompts(), 0, 'the number of prompts');
  }),

  toCase('publishes only lists that are sound', async (stage) => {
    await stage.listed();
    await pause(quietMs);
    assert(stage.recorder.refused.length === 0, `it published what was refused: ${stage.recorder.refused}`);
  }),

  toCase('restores nothing where the wallet grants nothing, and asks no one', async (stage) => {
    await assertNotRestored(stage);
    assertSame(stage.subject.wallet.prompts(), 0, 'the number of prompts');
  }),

  toCase('restores without a prompt what the wallet still grants', async (stage) => {
    const approved = await stage.attempt();
    const asked = stage.subject.wallet.prompts();
    const restored = await stage.within(stage.restore(), 'restore does not settle');
    assert(restored !== undefined, 'nothing was restored');
    assertSame(restored.accounts[0], approved.accounts[0], 'the account in use');
    assertSame(restored.wallet.id, approved.wallet.id, 'the wallet');
    await pause(quietMs);
    assertSame(stage.subject.wallet.prompts(), asked, 'the number of prompts');
  }),

  toCase('rejects with wallet/absent the restoring of a wallet that is not here', async (stage) => {
    const restoring = stage.within(stage.restore('no-such-wallet'), 'restore does not settle');
    await assertRejects(restoring, 'restore', 'wallet/absent', 'wallet/timeout');
  }),
];
