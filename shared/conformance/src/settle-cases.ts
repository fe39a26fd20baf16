import type { AccountId, SendRequest, Settled, Unsettled } from '@linkspan/contract';
import { assert, assertRejects, assertSame } from './assert.ts';
import { type Case, inUse, type Stage, toCase, toSend } from './stage.ts';

/** The outcome of a send on a later page. */
export const settleCases: readonly Case[] = [
  toCase('reports the outcome of a send to a later page, without a wallet', async (stage) => {
    const { sent, send, note } = await sendNoted(stage);
    const { prompts } = stage.subject.wallet;
    const asked = prompts();
    const noted = { ...send, transaction: sent, ...(note !== undefined && { note }) };
    const settled = await stage.landed(() => settleLater(stage, noted));
    assertSame(settled.transaction, sent, 'the transaction');
    assertSame(prompts(), asked, 'the number of prompts');
  }),

  toCase('finds a send by what it noted before the wallet was asked, or calls it unknown', async (stage) => {
    const { sent, send, early } = await sendNoted(stage);
    assert(early !== undefined, 'nothing is noted before the wallet is asked');
    assert(early.length <= 1_000, `the note has ${early.length} characters, and 1000 are kept`);
    const settled = await settleLater(stage, { ...send, note: early });
    if (settled.state === 'landed') assertSame(settled.transaction, sent, 'the transaction');
    else assertSame(settled.state, 'unknown', 'its outcome');
    const other = await settleLater(stage, { ...send, note: early, others: [sent] });
    assert(!('transaction' in other), 'a send that the page knows is reported as another');
  }),

  toCase(
    'takes its note back if the person rejects the send, and reports no outcome of it',
    async (stage) => {
      const account = inUse(await stage.connect());
      stage.needs('send');
      stage.subject.wallet.answer('reject');
      const intent = toOneOfAKind(stage, account);
      const notes: (string | undefined)[] = [];
      const sending = stage.ask(intent, { noted: (note) => notes.push(note) });
      await assertRejects(sending, 'sending', 'wallet/rejected');
      const { to, amount } = intent;
      const [note] = notes;
      assert(note !== undefined, 'nothing is noted before the wallet is asked');
      assertSame(notes.at(-1), undefined, 'the last note');
      const { state } = await settleLater(stage, { from: account, to, amount, note, others: [] });
      assertSame(state, 'unknown', 'its outcome');
    },
  ),
];

/** A send with an amount of its own: it is found by recipient and amount. */
function toOneOfAKind(stage: Stage, account: AccountId): SendRequest {
  const [random = 0] = crypto.getRandomValues(new Uint16Array(1));
  return { ...toSend(stage, account), amount: String(2 + random) };
}

/** A send; `early` is its note from before the prompt. */
async function sendNoted(stage: Stage) {
  const account = inUse(await stage.connect());
  stage.needs('send');
  const intent = toOneOfAKind(stage, account);
  const { prompts } = stage.subject.wallet;
  const asked = prompts();
  const notes: (string | undefined)[] = [];
  let early: string | undefined;
  const noted = (note: string | undefined) => {
    notes.push(note);
    if (prompts() === asked) early ??= note;
  };
  const { sent } = await stage.ask(intent, { noted });
  assert(sent !== undefined, 'there is no transaction');
  const { to, amount } = intent;
  return {
    sent: sent.transaction,
    send: { from: account, to, amount, others: [] },
    early,
    note: notes.at(-1),
  };
}

function settleLater(stage: Stage, send: Unsettled): Promise<Settled> {
  return stage.within(stage.later().settle(send), 'settle does not come to an end');
}
