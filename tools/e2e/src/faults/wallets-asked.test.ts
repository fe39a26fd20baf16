import { expect } from 'vitest';
import { families } from '../page/families.ts';
import { askToSend } from './ask-to-send.ts';
import { faultTest } from './fault-test.ts';
import { countActivity } from './in-page.ts';
import { toSaid } from './words.ts';

for (const { id } of families) {
  faultTest({ group: 'wallet', fault: 'never answers a request to sign', at: id }, async (person) => {
    await person.connect(id);
    await person.change({ wallet: id, switches: { neverAnswers: true } });
    await person.press(id, 'Sign in');
    await person.whenSays(id, 'Approve it in Practice Wallet');
    await person.passTime(60_000);
    const said = await person.whenSays(id, 'Still waiting in Practice Wallet');
    await person.press(id, 'Cancel');
    await person.whenSays(id, 'You cancelled');
    await person.change({ wallet: id, switches: { neverAnswers: false } });
    await person.signIn(id);
    return toSaid(said);
  });

  faultTest({ group: 'wallet', fault: 'signs after the cancel', at: id }, async (person) => {
    await person.connect(id);
    await person.change({ wallet: id, switches: { answersLateMs: 5_000 } });
    await person.press(id, 'Sign in');
    await person.approve(id);
    await person.press(id, 'Cancel');
    const said = await person.whenSays(id, 'You cancelled');
    await person.passTime(6_000);
    await person.when(id, ({ isFailure }) => !isFailure);
    expect(await person.call(countActivity, id, 'signed')).toBe(0);
    return toSaid(said);
  });

  faultTest({ group: 'wallet', fault: 'sends after the cancel', at: id }, async (person) => {
    await person.connect(id);
    await person.change({ wallet: id, switches: { answersLateMs: 5_000 } });
    await askToSend(person, id);
    await person.approve(id);
    await person.press(id, 'Cancel');
    const said = await person.whenSays(id, 'You cancelled');
    expect(said.steps).not.toContain('Try again');
    // From the cancel on, as not known; the late answer makes it no second one.
    await expect.poll(() => person.call(countActivity, id, 'sent'), { timeout: 15_000 }).toBe(1);
    await person.passTime(6_000);
    await person.when(id, ({ isFailure }) => !isFailure);
    expect(await person.call(countActivity, id, 'sent')).toBe(1);
    return toSaid(said);
  });

  faultTest({ group: 'wallet', fault: 'rejects a send', at: id }, async (person) => {
    await person.connect(id);
    await askToSend(person, id);
    await person.reject(id);
    const { steps } = await person.whenSays(id, 'You rejected the request in Practice Wallet');
    expect(steps).toContain('Try again');
  });

  faultTest({ group: 'wallet', fault: 'fails when it sends', at: id }, async (person) => {
    await person.connect(id);
    await person.change({ wallet: id, switches: { failsWhenSending: true } });
    await askToSend(person, id);
    await person.approve(id);
    const { steps } = await person.when(id, ({ isFailure }) => isFailure);
    expect(steps).not.toContain('Try again');
  });

  faultTest({ group: 'wallet', fault: 'answers a send in another form', at: id }, async (person) => {
    await person.connect(id);
    await person.change({ wallet: id, switches: { otherSignatureForm: true } });
    await askToSend(person, id);
    await person.approve(id);
    const said = await person.whenSays(id, 'Practice Wallet sent an unreadable answer');
    expect(said.steps).not.toContain('Try again');
    return toSaid(said);
  });

  faultTest({ group: 'wallet', fault: 'is already asking when it is to sign', at: id }, async (person) => {
    await person.connect(id);
    await person.change({ wallet: id, switches: { alreadyAsking: true } });
    await person.press(id, 'Sign in');
    await person.whenSays(id, 'Practice Wallet is already asking you something');
  });

  faultTest({ group: 'wallet', fault: 'is closed when it is to sign', at: id }, async (person) => {
    await person.connect(id);
    await person.change({ wallet: id, switches: { closesWindow: true } });
    await person.press(id, 'Sign in');
    await person.whenSays(id, 'Practice Wallet was closed without an answer');
  });

  faultTest({ group: 'wallet', fault: 'cannot do what is asked', at: id }, async (person) => {
    await person.connect(id);
    await person.change({ wallet: id, switches: { unsupportedMethods: true } });
    if (id === 'solana') {
      // Its standard has it declared: it is not offered from the next load on.
      await person.reload();
      await person.when(id, ({ status, steps }) => status === 'Connected' && !steps.includes('Sign in'));
      return;
    }
    await person.press(id, 'Sign in');
    await person.whenSays(id, 'Practice Wallet cannot do this');
  });

  faultTest({ group: 'wallet', fault: 'signs in another form', at: id }, async (person) => {
    await person.connect(id);
    await person.change({ wallet: id, switches: { otherSignatureForm: true } });
    await person.press(id, 'Sign in');
    await person.approve(id);
    await person.whenSays(id, 'Practice Wallet sent an unreadable answer');
  });
}

for (const [fault, networkSwitch] of [
  ['fails to switch its network', 'fails'],
  ['says that it has switched its network, and has not', 'onlySays'],
  ['switches its network, and says that it failed', 'failsAfter'],
] as const)
  faultTest({ group: 'wallet', fault, at: 'evm' }, async (person) => {
    const [first, second] = families[0].networks;
    await person.connect('evm');
    await person.change({ wallet: 'evm', switches: { networkSwitch } });
    await person.press('evm', 'Switch network');
    await person.press('', second?.title ?? '');
    await person.approve('evm');
    await person.passTime(10_000);
    // What the wallet did is what the page shows, whatever the wallet said.
    const isMade = networkSwitch === 'failsAfter';
    await person.whenSays('evm', (isMade ? second : first)?.title ?? '');
    const answered = await person.when(
      'evm',
      ({ isFailure, steps }) => isFailure || !steps.includes('Cancel'),
    );
    expect(answered.isFailure).toBe(!isMade);
    await person.whenStatus('evm', 'Connected');
  });
