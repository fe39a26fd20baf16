// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { createFakeStorage } from '../testing/fake-storage.ts';
import { showReturning } from './show-returning.ts';

const card = (family: string) => `<section data-family="${family}" data-status="disconnected">
  <p role="status">Disconnected</p><div class="card-body"><p class="say-title">No wallet yet</p></div></section>`;
const find = (family: string) => document.querySelector(`[data-family=${family}]`) as HTMLElement;
const read = (family: string) => ({
  status: find(family).dataset.status,
  word: find(family).querySelector('[role=status]')?.textContent,
  title: find(family).querySelector('.say-title')?.textContent,
  invitation: find(family).querySelector<HTMLElement>('.card-body')?.style.visibility,
});

const stored = '{"connection":{"accounts":["eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"]}}';

beforeEach(() => {
  document.body.innerHTML = card('evm') + card('solana') + card('near');
  const memory = createFakeStorage();
  memory.set('evm', stored);
  memory.set('near', '{');
  showReturning(memory, document, 'Reconnecting');
});

it('says of the cards that something is remembered of that they come back, and with which account', () => {
  const returning = { status: 'reconnecting', word: 'Reconnecting', invitation: 'hidden' };
  expect(read('evm')).toEqual({ ...returning, title: '0xf39F…2266' });
});

it('is not kept from it by what cannot be read', () => {
  expect(read('near')).toMatchObject({ status: 'reconnecting', title: '' });
});

it('leaves the invitation on the others', () => {
  expect(read('solana')).toMatchObject({ status: 'disconnected', title: 'No wallet yet', invitation: '' });
});
