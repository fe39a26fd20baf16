import type { RemoteSwitches } from '@linkspan/practice/remotes';
import { expect } from 'vitest';
import { families } from '../page/families.ts';
import { openFaultPlace } from './fault-place.ts';
import { faultTest } from './fault-test.ts';
import { misbehave, whenOthersAreBack } from './faulty-place.ts';
import type { Person } from './person.ts';
import { until } from './until.ts';
import type { Words } from './words.ts';

/** A person who has used 0.1.0, and comes back when 0.1.1 is live, with these faults. */
const begun = async (person: Person, switches: RemoteSwitches, deliver: () => Promise<void>) => {
  await person.connect('evm');
  await deliver();
  await misbehave(person, switches);
};

/** Of the drivers, one alone closes a page whose thread is blocked. */
const only = { engines: ['Chromium'], because: 'no other driver closes a page that hangs' } as const;
const besideOthers = {
  engines: ['Chromium', 'Firefox'],
  because: 'its driver waits for a page that hangs, whatever its other tabs do',
} as const;

const faulty = { version: '0.1.1', faulty: true } as const;

faultTest(
  { group: 'remote', fault: 'throws, after an earlier release has worked', at: 'mount', family: 'evm' },
  async (person, { team }) => {
    await begun(person, { 'connector.mount': { fault: 'throws' } }, () => team.deliver('remote-evm', faulty));
    await person.reload();
    await person.whenSays('evm', 'Ethereum support could not be started');
    await person.press('evm', 'Reload');
    const fallenBack = await person.whenSays('evm', 'Running 0.1.0, because 0.1.1 could not start here.');
    expect(fallenBack.text).toContain('remote-evm 0.1.0');
    // What was connected has come back by it, and works.
    await person.whenStatus('evm', 'Connected');
    await person.signIn('evm');
    // A way back to the newest, once it works.
    await misbehave(person, {});
    await person.press('evm', 'Try the newest again');
    await person.whenSays('evm', 'remote-evm 0.1.1');
    await person.whenStatus('evm', 'Connected');
    await whenOthersAreBack(person);
    return toFallBack(fallenBack);
  },
  { place: () => openFaultPlace('fall-back', async () => undefined) },
);

faultTest(
  { group: 'remote', fault: 'throws, after an earlier release has worked', at: 'discovery', family: 'evm' },
  async (person, { team }) => {
    const switches: RemoteSwitches = { 'discovery.evaluation': { fault: 'throws' } };
    await begun(person, switches, () => team.deliver('remote-evm', faulty));
    await person.reload();
    await person.whenSays('evm', 'Ethereum support could not be started');
    await person.reload();
    await person.whenSays('evm', 'Running 0.1.0, because 0.1.1 could not start here.');
    await person.whenStatus('evm', 'Connected');
    // Taken back by its team, it serves no more: the release that is live is tried again, and fails.
    await team.run(`withdraw remote-evm ${team.by('machine')}`);
    await person.reload();
    await person.whenSays('evm', 'Ethereum support has been taken back by its team');
    await whenOthersAreBack(person);
  },
  { place: () => openFaultPlace('fall-back-withdrawn', async () => undefined) },
);

for (const [at, switches] of [
  ['discovery', { 'discovery.evaluation': { fault: 'blocks', ms: 'ever' } }],
  ['connector', { 'connector.evaluation': { fault: 'blocks', ms: 'ever' } }],
] as const satisfies readonly (readonly [string, RemoteSwitches])[]) {
  faultTest(
    { group: 'remote', fault: 'blocks the page for ever', at, family: 'evm', only },
    async (person, { team }) => {
      await begun(person, switches, () => team.deliver('remote-evm', faulty));
      await leaveHanging(person);
      await person.reload();
      await person.whenStatus('evm', 'Connected');
      const fallenBack = await person.whenSays('evm', 'Running 0.1.0, because 0.1.1 made this page hang.');
      await whenOthersAreBack(person);
      return toFallBack(fallenBack);
    },
    { place: () => openFaultPlace(`hang-${at}`, async () => undefined) },
  );
}

faultTest(
  {
    ...{
      group: 'remote',
      fault: 'blocks the page for ever at a first visit',
      at: 'discovery',
      family: 'evm',
    },
    only: besideOthers,
  },
  async (person) => {
    await leaveHanging(person);
    await person.open();
    await person.whenSays('evm', 'Ethereum support made this page hang');
    for (const { id } of families) if (id !== 'evm') await person.connect(id);
    const { title, advice } = await person.words('evm');
    // A person may run it all the same, and finds it fixed.
    await misbehave(person, {});
    await person.press('evm', 'Run it anyway');
    await person.whenSays('evm', 'Practice Wallet is ready');
    await whenOthersAreBack(person);
    return `Unavailable · ${title} · ${advice}`;
  },
  {
    place: () => openFaultPlace('hang-first', (team) => team.deliver('remote-evm', faulty)),
    begins: 'nothing',
    before: (person) => misbehave(person, { 'discovery.evaluation': { fault: 'blocks', ms: 'ever' } }),
  },
);

/** What a card says of the release that it has fallen back to. */
function toFallBack({ status, text }: Words): string {
  const [because] = /Running \d\.\d\.\d, because.*?\.(?=\D|$)/.exec(text) ?? [];
  if (because === undefined) throw new Error(`The card does not say which version is running: ${text}`);
  return `${status} · ${because}`;
}

/** Opens another tab, in which a remote blocks the page, and closes it. A while later the first tab is loaded again. */
async function leaveHanging(person: Person): Promise<void> {
  const tab = await person.tab();
  // It may never be loaded.
  tab.session.go(person.place.url).catch(() => undefined);
  const hangs = () => person.call(findOldMark, 2_000);
  await until(hangs, { withinMs: 40_000, tell: async () => 'no page hangs' });
  await tab.session.close?.();
  const isShared = (await person.call(countMarks)) > 1;
  await person.passTime(25_000);
  // Others were about to run too, so nobody is accused yet: the second time tells.
  if (isShared) await leaveHanging(person);
}

/** In the page: against how many remotes there are marks. */
function countMarks(): number {
  return Object.keys(localStorage).filter((key) => key.startsWith('linkspan:1:charge:')).length;
}

/** In the page: whether a mark has stood for so long, which a page that goes on would have taken back. */
function findOldMark(ms: number): boolean {
  const marks = Object.entries(localStorage).filter(([key]) => key.startsWith('linkspan:1:charge:'));
  return marks.some(([, text]) => Date.now() > JSON.parse(text).from - 20_000 + ms);
}
