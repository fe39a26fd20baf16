import { LinkspanError } from '@linkspan/contract';
import { expect, it } from 'vitest';
import { toMistake } from '../config.ts';
import { sayMistake } from './say-mistake.ts';

it.each([
  [
    toMistake('app/index.html, line 3', 'without <object>'),
    'The application was not deployed. index.html, line 3: it should be without <object>.',
  ],
  [
    toMistake('app.images[0]', 'an address'),
    'The configuration has a mistake at app.images[0]. It should be an address. Correct that field and start again.',
  ],
  [new LinkspanError('config/duplicate', { place: 'families[1].id', value: 'evm' }), 'families[1].id'],
])('says why a deploy was refused: %s', (error, sentence) => {
  expect(sayMistake(error)).toContain(sentence);
});

it('says nothing of a fault of the deploy itself', () => {
  expect(sayMistake(new Error('EACCES'))).toBeUndefined();
});
