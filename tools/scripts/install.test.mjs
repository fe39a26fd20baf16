import { Plain } from '@linkspan/stack/say';
import { describe, expect, it } from 'vitest';
import { assertNode } from './install.mjs';

describe('Node', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('%s is new enough', (version) => {
    expect(() => assertNode(version)).not.toThrow();
  });

  it.each(['20.18.3', '20.9.0', '18.20.0', '9.0.0'])('%s is too old, and that is said', (version) => {
    expect(() => assertNode(version)).toThrow(Plain);
    expect(() => assertNode(version)).toThrow(`Linkspan needs Node 20.19 or newer. This is ${version}.`);
  });
});
