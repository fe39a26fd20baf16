import { format } from '@linkspan/contract';
import { expect, it } from 'vitest';
import { en } from './en.ts';
import { bootTexts, dialogTexts } from './en-dialog.ts';
import { frameTexts } from './en-on-demand.ts';
import { t } from './t.ts';

it('fills a text with its values', () => {
  expect(t('card.approve', { wallet: 'Rabby' })).toBe('Approve the request in Rabby');
});

it('speaks calmly', () => {
  for (const text of Object.values(en)) expect(text).not.toMatch(/!|oops|went wrong/i);
});

const allTexts: Readonly<Record<string, object>> = {
  page: en,
  dialog: dialogTexts,
  frame: frameTexts,
  handover: bootTexts,
};

it.each(Object.entries(allTexts))('shows a person no place of the texts of the %s', (_, texts) => {
  const all = toTexts(texts);
  expect(all.length).toBeGreaterThan(0);
  for (const text of all) {
    const places = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const values = Object.fromEntries(places.map((name) => [name, 'Value']));
    expect(format<string>(text, values)).not.toMatch(/[{}]/);
    expect(format<string>(text, {})).not.toMatch(/[{}]/);
  }
});

function toTexts(texts: unknown): readonly string[] {
  if (typeof texts === 'string') return [texts];
  return Object.values(texts as object).flatMap(toTexts);
}
