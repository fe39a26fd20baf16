import { describe, expect, it } from 'vitest';
import { chainAnswers, noChainFaults } from '../chains/chain-faults.ts';
import { parseChainFaults } from '../chains/network-faults.ts';
import { faultsAt, type RemotePlace, toSwitchKey } from '../remotes/faults.ts';
import { createMemoryStorage } from '../wallets/testing/memory-storage.ts';
import { type ChainChoice, chainChoices, parseTold, toAnswering, toChoice } from './chain-choices.ts';
import { createReleaseSwitches } from './release-switches.ts';
import { placeTitles, toFaultChoices } from './remote-choices.ts';

describe('what a person chooses of a chain', () => {
  const choices = Object.keys(chainChoices) as ChainChoice[];

  it.each(choices)('%s is known again by what the server tells, which takes it', (choice) => {
    const faults = { ...noChainFaults, ...toAnswering(choice) };
    expect(toChoice(parseTold({ ...parseChainFaults({ one: faults }).one }))).toBe(choice);
  });

  it('has each way in which a server can answer', () => {
    expect(choices).toEqual(expect.arrayContaining([...chainAnswers]));
  });
});

describe('what a person chooses of a release', () => {
  const places = Object.keys(placeTitles) as RemotePlace[];

  it.each(places)('at %s has every fault there is, each under a name of its own', (place) => {
    const choices = toFaultChoices(place);
    const names = new Set(choices.map(({ fault }) => fault.fault));
    expect([...names]).toEqual(faultsAt[place]);
    expect(new Set(choices.map(({ title }) => title)).size).toBe(choices.length);
  });

  it('is kept for the release, and known again', () => {
    const storage = createMemoryStorage();
    const switches = createReleaseSwitches('near', storage);
    for (const place of places)
      for (const choice of toFaultChoices(place)) {
        switches.write({ place, choice });
        expect(switches.read()).toEqual({ place, choice });
      }
    switches.write(undefined);
    expect([switches.read(), storage.getItem(toSwitchKey('near'))]).toEqual([undefined, null]);
  });

  it('is left alone where a test has switched on something else', () => {
    const storage = createMemoryStorage();
    storage.setItem(toSwitchKey('near'), '{"connector.mount":{"fault":"throws","from":2}}');
    expect(createReleaseSwitches('near', storage).read()).toBeUndefined();
  });
});
