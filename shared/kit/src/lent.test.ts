import { expect, it } from 'vitest';
import { lentLibrary, takeLent } from './lent.ts';

const react = { useState: () => undefined };
const needs = { react: '^19.0.0' };

it('takes the copy that the page has, and asks for none that it has already', async () => {
  const other = { useState: () => undefined };
  const get = () => Promise.reject(new Error('not needed'));
  await takeLent({ react: { '19.3.1': { lib: () => react, get } } }, needs);
  expect(lentLibrary('react')).toBe(react);
  await takeLent({ react: { '19.3.1': { lib: null, get: async () => () => other } } }, needs);
  expect(lentLibrary('react')).toBe(other);
});

it('takes of several the one that is in the range', async () => {
  const old = { lib: () => ({}) };
  await takeLent({ react: { '18.3.1': old, '19.3.1': { lib: () => react }, '20.0.0': old } }, needs);
  expect(lentLibrary('react')).toBe(react);
});

it('rejects where the page lends no such library, or none in the range', async () => {
  await expect(takeLent({}, needs)).rejects.toThrow('react');
  await expect(takeLent({ react: {} }, needs)).rejects.toThrow('^19.0.0');
  await expect(takeLent({ react: { '18.3.1': { lib: () => react } } }, needs)).rejects.toThrow('^19.0.0');
  await expect(takeLent({ react: { '19.3.1': {} } }, needs)).rejects.toThrow('^19.0.0');
});

it('throws for a library that has not been taken', () => {
  expect(() => lentLibrary('preact')).toThrow('preact');
});
