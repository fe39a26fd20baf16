import { expect } from 'vitest';
import { families } from '../page/families.ts';
import { faultTest } from './fault-test.ts';
import * as inPage from './in-page.ts';
import type { Person } from './person.ts';

const note = 'This browser keeps nothing for this page.';
const withScripts = {
  engines: ['Chromium', 'Firefox'],
  because: 'WebDriver runs no script before those of a page',
} as const;

/** In every page: there is no storage at all, as where a browser blocks it. The practice wallets have none either. */
const blocked = `
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('no', 'SecurityError');
      },
    });`;

/** In every page: nothing new has room in the storage, whoever writes it. */
const fill = (when: string) => `
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (key, value) {
    if (${when}) throw new DOMException('no', 'QuotaExceededError');
    return setItem.call(this, key, value);
  };`;
const full = fill('true');
/** The wallets, which are on the same origin here, keep theirs. */
const fullAtTimes = fill(`globalThis.isFull && key.startsWith('linkspan:')`);

const readNotes = () => [...document.querySelectorAll('[data-note]')].map((one) => one.textContent ?? '');
const readFoot = () => document.querySelector('.page-foot')?.textContent ?? '';
const keysOf = (prefix: string) => Object.keys(localStorage).filter((key) => key.startsWith(prefix));

async function whenNoted(person: Person): Promise<string> {
  await expect.poll(() => person.call(readNotes)).toHaveLength(1);
  const [said = ''] = await person.call(readNotes);
  expect(said).toContain(note);
  expect(said).toContain('connect again');
  return said.replace('Understood', '');
}

/** A wallet that has not been told to end it grants the page its account without asking. */
async function pickGranted(person: Person): Promise<void> {
  for (const { id } of families) {
    if ((await person.status(id)) === 'Connected') continue;
    await person.pick(id);
    await person.whenStatus(id, 'Connected');
  }
}

/** Neither page nor wallets know anything of before, and the page's end goes on saying so. */
async function expectForgotten(person: Person): Promise<void> {
  await person.press('', 'Understood');
  expect(await person.call(readNotes)).toEqual([]);
  expect(await person.call(readFoot)).toContain('after a reload your connections do not come back');
  await person.reload();
  for (const { id } of families) await person.whenStatus(id, 'Disconnected');
  expect(await person.call(readFoot)).toContain('after a reload your connections do not come back');
  for (const { id } of families) await person.connect(id);
}

for (const [fault, script] of [
  ['storage is blocked', blocked],
  ['storage is full', full],
] as const)
  faultTest(
    { group: 'page', fault, at: 'page', only: withScripts },
    async (person) => {
      const said = await whenNoted(person);
      await expectForgotten(person);
      return said;
    },
    { before: async ({ session }) => session.beforePages?.(script) },
  );

faultTest({ group: 'page', fault: 'storage is cleared', at: 'page' }, async (person) => {
  await person.call(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('linkspan:')) localStorage.removeItem(key);
  });
  for (const { id } of families) await person.whenStatus(id, 'Connected');
  await person.press('evm', 'Disconnect');
  await person.connect('evm');
  await person.reload();
  await person.whenStatus('evm', 'Connected');
  await pickGranted(person);
});

faultTest({ group: 'page', fault: 'storage is corrupted', at: 'page' }, async (person) => {
  await person.call(() => {
    const broken = ['', '{', '[]', 'null', '"x"', '{"connection":{"status":"connected"}}', '\ud800'];
    for (const [at, key] of Object.keys(localStorage).entries())
      if (key.startsWith('linkspan:')) localStorage.setItem(key, broken[at % broken.length] ?? '');
    for (const id of ['evm', 'solana', 'near'])
      localStorage.setItem(`linkspan:1:connection:${id}`, broken.find((text) => text !== '') ?? '');
  });
  await person.reload();
  for (const { id } of families) await person.whenStatus(id, 'Disconnected');
  expect(await person.call(readNotes)).toEqual([]);
  await pickGranted(person);
});

faultTest(
  { group: 'page', fault: 'storage is of an older version', at: 'page' },
  async (person) => {
    await expect.poll(() => person.call(keysOf, 'linkspan:0:')).toEqual([]);
    expect(await person.call(keysOf, 'linkspan:9:')).toEqual(['linkspan:9:connection:evm']);
    await person.reload();
    for (const { id } of families) await person.whenStatus(id, 'Connected');
  },
  {
    before: async (person) => {
      const connection = {
        status: 'reconnecting',
        wallet: { id: 'x', name: 'X' },
        accounts: ['eip155:1:0xa'],
      };
      await person.store('linkspan:0:connection:evm', { connection });
      await person.store('linkspan:9:connection:evm', { connection });
    },
  },
);

faultTest(
  { group: 'page', fault: 'storage is filled while the page is open', at: 'page', only: withScripts },
  async (person) => {
    await person.call(() => void Object.assign(globalThis, { isFull: true }));
    expect(await person.call(readNotes)).toEqual([]);
    await person.change({ wallet: 'evm', account: 'Pier' });
    const said = await whenNoted(person);
    // What it held of the account before is out of date, and does not come back.
    expect(await person.call(() => localStorage.getItem('linkspan:1:connection:evm'))).toBeNull();
    await person.call(() => void Object.assign(globalThis, { isFull: false }));
    await person.change({ wallet: 'evm', account: 'Harbour' });
    await expect.poll(() => person.call(readNotes)).toEqual([]);
    await person.reload();
    for (const { id } of families) await person.whenStatus(id, 'Connected');
    return said;
  },
  { before: async ({ session }) => session.beforePages?.(fullAtTimes) },
);

faultTest({ group: 'page', fault: 'is asked to forget', at: 'page' }, async (person) => {
  const other = await person.tab();
  await other.open();
  for (const { id } of families) await other.whenStatus(id, 'Connected');
  const beside = await person.session.openTab();
  await beside.go(`${person.place.url}/unsupported.html`);
  await beside.evaluate(`(${recordRemovals})()`);
  const before = await person.call(readKept);
  expect(Object.keys(before)).toContain('linkspan:1:connection:evm');

  await person.press('', 'Clear my data');
  await person.press('', 'Disconnect and delete');
  for (const tab of [person, other]) {
    await expect.poll(() => tab.call(inPage.isReady).catch(() => false), { timeout: 30_000 }).toBe(true);
    for (const { id } of families) await tab.whenStatus(id, 'Disconnected');
  }
  // What stands there now is what every first visit leaves: all that was there is gone, the tab's own mark too.
  const after = await person.call(readKept);
  const findLeft = async () => {
    const removed = await beside.evaluate<readonly string[]>('removed');
    return Object.keys(before).filter((key) => !removed.includes(key) && after[key] === before[key]);
  };
  await expect.poll(findLeft, { timeout: 15_000 }).toEqual([]);
  expect(Object.keys(after).filter((key) => /connection|last-used|sends|charge/.test(key))).toEqual([]);
  // The wallets are not the page's: they have only ended the connection.
  expect((await person.readWallet('evm'))?.granted).toEqual([]);
  for (const { id } of families) await person.connect(id);
});

/** In another page of the origin: notes what is taken out of the storage. */
function recordRemovals(): void {
  const removed: string[] = [];
  // WebKit tells nothing to a page that has never looked at its storage.
  void localStorage.length;
  Object.assign(globalThis, { removed });
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== null && newValue === null) removed.push(key);
  });
}

/** In the page: all that the shell keeps, of the browser and of this tab. */
function readKept(): Record<string, string> {
  const entries = [...Object.entries(localStorage), ...Object.entries(sessionStorage)];
  return Object.fromEntries(entries.filter(([key]) => key.startsWith('linkspan:')));
}
