// @ts-check

import { actions, forEver } from './faulty-actions.js';
import { toFaultyConnector } from './faulty-connector.js';
import { toFaultyDiscover } from './faulty-discover.js';

/**
 * What is switched on at a place: the name of the fault, how much of it, and from which time on.
 * @typedef {{fault: string, from?: number, ms?: number | 'ever', perSecond?: number, bytes?: number}} Setting
 */

/**
 * Comes to a place. Does what is switched on there, if it can be done by the way; where it is in what is answered, the
 * one of the answers that has the fault's name. `with` is what the action needs to be done.
 * @typedef {(place: string, answers?: Record<string, () => any>, given?: object) => (() => any) | undefined} Meet
 */

/** The faults of one remote that are switched on in this page; undefined where none is. @param {string} family */
export function openFaults(family) {
  const switches = readSwitches(family);
  if (switches === undefined) return undefined;
  const meet = createMeet(family, switches);
  return {
    /** Settles when the module may go on. @param {string} place */
    async evaluate(place) {
      await meet(place, { hangs: forEver, answersNothing: () => undefined })?.();
    },
    /** @param {(port: any) => any} sound */
    toDiscover: (sound) =>
      switches['discovery.evaluation']?.fault === 'answersNothing'
        ? undefined
        : toFaultyDiscover(sound, meet),
    /** @param {{mount(port: any): any}} sound */
    toConnector: (sound) =>
      switches['connector.evaluation']?.fault === 'answersNothing' ? {} : toFaultyConnector(sound, meet),
  };
}

/** @param {string} family @returns {Record<string, Setting> | undefined} */
function readSwitches(family) {
  try {
    const found = JSON.parse(localStorage.getItem(`practice-remote:${family}`) ?? '{}');
    return Object.keys(found).length > 0 ? found : undefined;
  } catch {
    // A page that may keep nothing has no switches.
    return undefined;
  }
}

/** @param {string} family @param {Record<string, Setting>} switches @returns {Meet} */
function createMeet(family, switches) {
  /** @type {Map<string, number>} */
  const times = new Map();
  return (place, answers = {}, given = {}) => {
    const setting = switches[place];
    const time = (times.get(place) ?? 0) + 1;
    times.set(place, time);
    if (setting === undefined || time < (setting.from ?? 1)) return undefined;
    tell(`${family} ${place} ${setting.fault}`);
    const answer = answers[setting.fault];
    if (answer !== undefined) return answer;
    actions[setting.fault]?.(setting, given);
    return undefined;
  };
}

/** Leaves a line where tests, and whoever looks, find it. @param {string} line */
function tell(line) {
  const page = /** @type {{practiceRemotes?: string[]}} */ (globalThis);
  page.practiceRemotes ??= [];
  page.practiceRemotes.push(line);
}
