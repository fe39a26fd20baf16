import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { platformNames } from './intrinsics.ts';
import { lockPlatform } from './lockdown.ts';

/** A realm with a language of its own, so that this one stays as it is. */
let scope: typeof globalThis;
const run = (code: string): unknown => scope.eval(`"use strict"; ${code}`);

beforeAll(() => {
  scope = runInNewContext('globalThis');
  lockPlatform(scope);
});

describe('the platform of a page', () => {
  it.each([
    'Array.prototype[Symbol.iterator] = () => 0',
    'Object.getPrototypeOf([][Symbol.iterator]()).next = () => 0',
    'Object.getPrototypeOf(new Map().values()).next = () => 0',
    'Object.getPrototypeOf(Uint8Array).prototype.constructor = 0',
    'Object.defineProperty(Map.prototype, "get", { value: 0 })',
    'Object.defineProperty(Array.prototype, 0, { set() {} })',
    'Promise.prototype.then = () => 0',
    'Promise.race = () => 0',
    'Object.prototype.refused = []',
    'Object.freeze = () => 0',
    'JSON.parse = () => 0',
    'globalThis.JSON = {}',
    'Object.defineProperty(globalThis, "Date", { value: 0 })',
    'Date.now = () => 0',
    'delete String.prototype.split',
    'Object.defineProperty(Intl.NumberFormat.prototype, "format", { value: 0 })',
    'Intl.ListFormat = 0',
    'Intl.PluralRules.prototype.select = () => 0',
  ])('cannot be replaced: %s', (code) => {
    expect(() => run(code)).toThrow(scope.TypeError);
  });

  it.each([
    'Array.prototype.find = mine; [].find((one) => one)',
    'Function.prototype.toString = mine; mine.toString()',
    'Map.prototype.get.call = mine; Map.prototype.get.call(new Map(), 1)',
    'Array.prototype.map.call = mine; Array.prototype.map.call([], String)',
  ])('is as it was where a method is assigned: %s', (code) => {
    expect(run(`const mine = () => 'mine'; ${code}`)).not.toBe('mine');
  });

  it.each([
    'const list = []; list.push = () => "own"; list.push()',
    'const made = {}; made.toString = () => "own"; String(made)',
    'function Heir() {} Heir.prototype = Object.create(Error.prototype); Heir.prototype.constructor = () => "own"; new Heir().constructor()',
    'const promise = Promise.resolve(); promise.constructor = "own"; promise.constructor',
    'class Heir extends Error {} const error = new Heir(); error.name = "own"; error.name',
    'const bytes = class extends Uint8Array {}; bytes.prototype.slice = () => "own"; new bytes().slice()',
    'Error.stackTraceLimit = 3; "own"',
    'function Heir() {} function Made() { this.constructor = Heir } Made.prototype = Map.prototype; Heir.prototype = new Made(); new Heir().constructor === Heir && "own"',
    'globalThis.another = "own"',
  ])('lets what inherits from it have its own: %s', (code) => {
    expect(run(code)).toBe('own');
  });

  describe('has elements that', () => {
    class Element {
      focus() {
        return 'the platform’s';
      }
      get id() {
        return 'one';
      }
    }
    let page: typeof globalThis;
    beforeAll(() => {
      page = Object.assign(runInNewContext('globalThis'), { Element });
      lockPlatform(page);
    });

    it.each([
      'Element.prototype.focus = () => 0',
      'Object.defineProperty(Element.prototype, "id", { value: 0 })',
      'Element.prototype.another = () => 0',
      'globalThis.Element = 0',
      // What a class defines is no assignment.
      'new Element().focus = () => 0',
    ])('cannot be replaced, or assigned what they inherit: %s', (code) => {
      expect(() => page.eval(`"use strict"; ${code}`)).toThrow(/read only|redefine|not extensible/);
    });

    it.each([
      'class Heir extends Element { focus() { return "own" } } new Heir().focus()',
      'class Heir extends Element { focus = () => "own" } new Heir().focus()',
      'const one = new Element(); one.another = () => "own"; one.another()',
      'function Heir() {} function Made() { this.constructor = Heir } Made.prototype = Element.prototype; Heir.prototype = new Made(); new Heir().constructor === Heir && "own"',
    ])('let their heirs have what is defined, or new: %s', (code) => {
      expect(page.eval(`"use strict"; ${code}`)).toBe('own');
    });
  });

  it('has the policy by which workers are made, in a browser', () => {
    class TrustedTypePolicy {
      createScriptURL() {
        return 'trusted';
      }
    }
    const browser = Object.assign(runInNewContext('globalThis'), { TrustedTypePolicy });
    lockPlatform(browser);
    TrustedTypePolicy.prototype.createScriptURL = () => 'stolen';
    expect(new TrustedTypePolicy().createScriptURL()).toBe('trusted');
  });

  it('can be called again', () => {
    expect(() => lockPlatform(scope)).not.toThrow();
    expect(run('[1, 2].map((one) => one * 2).join()')).toBe('2,4');
  });

  it('names everything once', () => {
    expect(new Set(platformNames).size).toBe(platformNames.length);
  });
});
