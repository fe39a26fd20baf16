import { namespaceOf, networkOf } from '@linkspan/contract';
import { assert, assertRejects, assertSame, pause, within } from './assert.ts';
import { assertNotRestored, type Case, quietMs, type Stage, toCase } from './stage.ts';

/** An attempt, from the press to the approval. */
export const attemptCases: readonly Case[] = [
  toCase('asks once for an approval, and never when it adopts it', async (stage) => {
    const { wallet } = stage.subject;
    const approved = await stage.attempt();
    assertSame(stage.progress[0], 'asking', 'the first progress');
    assertSame(wallet.prompts(), 1, 'the number of prompts after the attempt');
    await stage.within(stage.handle().adopt(approved, stage.lease), 'adopt does not settle');
    await pause(quietMs);
    assertSame(wallet.prompts(), 1, 'the number of prompts after the adoption');
  }),

  toCase('approves with accounts of its own namespace, all on one network of the page', async (stage) => {
    const { accounts, wallet, attempt } = await stage.attempt({ id: 'this-attempt' });
    const { namespace, networks } = stage.subject;
    const strange = accounts.find((account) => namespaceOf(account) !== namespace);
    assert(strange === undefined, `${strange} is not of ${namespace}`);
    assertSame(new Set(accounts.map(networkOf)).size, 1, 'the number of networks');
    const network = networkOf(accounts[0]);
    assert(
      networks.some(({ id }) => id === network),
      `${network} is no network of the page`,
    );
    assertSame(wallet.id, (await stage.listed()).id, 'the wallet');
    assertSame(attempt, 'this-attempt', 'the attempt');
  }),

  toCase('rejects with wallet/rejected if the person rejects, and can be tried again', async (stage) => {
    const { wallet } = stage.subject;
    wallet.answer('reject');
    await assertRejects(stage.attempt(), 'the attempt', 'wallet/rejected');
    assert(!wallet.isGranted(), 'the wallet grants what was rejected');
    wallet.answer('approve');
    await stage.attempt();
  }),

  toCase('rejects with wallet/absent an attempt at a wallet that is not here', async (stage) => {
    await stage.listed();
    const attempt = stage.discovery.attempt('no-such-wallet', {
      id: 'absent',
      network: stage.subject.networks[0].id,
      signal: new AbortController().signal,
      deadlineMs: 200,
      onProgress: () => undefined,
      mayUndo: () => true,
      pressed: () => new Promise(() => undefined),
    });
    await assertRejects(stage.within(attempt, 'the attempt does not settle'), 'the attempt', 'wallet/absent');
  }),

  toCase('waits on past the deadline, and takes the approval that comes then', async (stage) => {
    const { wallet } = stage.subject;
    wallet.answer('hold');
    const attempt = stage.attempt({ deadlineMs: 50 });
    attempt.catch(() => undefined);
    await asked(stage);
    const isWaiting = () => stage.progress.includes('waiting') || undefined;
    await stage.until(isWaiting, 'the progress does not become waiting');
    await wallet.release();
    await stage.within(attempt, 'the approval is not taken');
  }),

  toCase('ends a cancelled attempt at once, and undoes an approval that comes later', async (stage) => {
    const { wallet } = stage.subject;
    const { rejection } = await cancelled(stage);
    const ended = within(rejection, 1_000, 'the attempt does not end');
    await assertRejects(ended, 'the attempt', 'wallet/cancelled');
    await wallet.release();
    const isUndone = () => (wallet.isGranted() ? undefined : true);
    await stage.until(isUndone, 'the wallet still grants what was cancelled');
    await pause(quietMs);
    assert(!wallet.isGranted(), 'the wallet grants what was cancelled');
  }),

  toCase('keeps an approval that comes after the cancel if a newer attempt needs it', async (stage) => {
    const { wallet } = stage.subject;
    const { rejection } = await cancelled(stage, () => false);
    await rejection.catch(() => undefined);
    await wallet.release();
    await pause(quietMs);
    assert(wallet.isGranted(), 'what the newer attempt needs was undone');
  }),

  toCase('gives back an approval that is cancelled while it is adopted', async (stage) => {
    const { wallet } = stage.subject;
    await cancelledInAdoption(stage);
    const isUndone = () => (wallet.isGranted() ? undefined : true);
    await stage.until(isUndone, 'the wallet still grants what was cancelled');
  }),

  toCase(
    'keeps an approval that is cancelled while it is adopted if a newer attempt needs it',
    async (stage) => {
      await cancelledInAdoption(stage, () => false);
      await pause(quietMs);
      assert(stage.subject.wallet.isGranted(), 'what the newer attempt needs was undone');
    },
  ),
];

async function cancelledInAdoption(stage: Stage, mayUndo = () => true): Promise<void> {
  const control = new AbortController();
  await stage.attempt({ signal: control.signal, mayUndo });
  assert(stage.subject.wallet.isGranted(), 'the wallet grants nothing after its approval');
  control.abort();
}

async function asked(stage: Stage): Promise<void> {
  const { wallet } = stage.subject;
  await stage.until(() => (wallet.prompts() > 0 ? true : undefined), 'the wallet is not asked');
}

/** An attempt that was cancelled while the wallet was asking. */
async function cancelled(stage: Stage, mayUndo = () => true): Promise<{ rejection: Promise<unknown> }> {
  const control = new AbortController();
  stage.subject.wallet.answer('hold');
  const rejection = stage.attempt({ signal: control.signal, mayUndo });
  rejection.catch(() => undefined);
  await asked(stage);
  control.abort();
  return { rejection };
}

/** A discovery before the first press. */
export const discoveryCases: readonly Case[] = [
  toCase('lists an installed wallet in valid lists, without asking anyone', async (stage) => {
    await stage.listed();
    await pause(quietMs);
    assert(stage.recorder.refused.length === 0, `it published what was refused: ${stage.recorder.refused}`);
    assertSame(stage.subject.wallet.prompts(), 0, 'the number of prompts');
  }),

  toCase('restores nothing if the wallet grants nothing, and asks nobody', async (stage) => {
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
