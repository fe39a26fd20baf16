import { expect } from 'vitest';
import { type Family, families } from '../page/families.ts';
import { findBadWords } from './find-bad-words.ts';
import * as page from './in-page.ts';
import type { Person } from './person.ts';
import type { Words } from './words.ts';

/** More than every deadline of the page together. */
const longMs = 120_000;

/**
 * What must hold after every fault: the other families are as connected as before, the words can be gone by, nothing
 * waits for ever, the dialog opens, another family can sign. `broken` is the family whose card tells of the fault.
 */
export async function expectUsable(person: Person, broken?: Family['id']): Promise<void> {
  const others = families.filter(({ id }) => id !== broken);
  // Their connectors come over the real network: no time may pass meanwhile.
  for (const { id } of others) await person.when(id, ({ status }) => status !== 'Reconnecting');
  await expectNobodyStuck(person);
  for (const { id } of others) expect([id, await person.status(id)]).toEqual([id, 'Connected']);
  for (const { id } of families) expect(findBadWords(await person.words(id))).toEqual([]);
  await expectDialogOpens(person, others);
  const [other] = others;
  if (other) await person.signIn(other.id);
}

/** Whoever still connects does so because a person is asked, who can go on waiting or cancel. */
async function expectNobodyStuck(person: Person): Promise<void> {
  const unsettled = async () => {
    const shown = await Promise.all(families.map(({ id }) => person.words(id)));
    return shown.filter((words) => isUnsettled(words));
  };
  if ((await unsettled()).length === 0) return;
  await person.passTime(longMs);
  for (const { id } of families) await person.when(id, (words) => !isUnsettled(words));
}

function isUnsettled({ status, title, text, steps }: Words): boolean {
  const isAsked = title.startsWith('Still waiting in') && steps.includes('Cancel');
  if (status === 'Connecting' || status === 'Reconnecting') return !isAsked;
  return (
    /^(Approve|Checking|Approved in)/.test(title) && !isAsked && !steps.includes('Cancel') && text !== ''
  );
}

async function expectDialogOpens(person: Person, others: readonly Family[]): Promise<void> {
  await expect.poll(() => person.call(page.openDialog), { timeout: 5_000 }).toBe(true);
  for (const { id } of others) expect(await person.call(page.listWallets, id)).toContain('Practice Wallet');
  await person.call(page.closeDialog);
}
