import { beforeEach, expect, it } from 'vitest';
import { createFakeStorage } from '../../testing/fake-storage.ts';
import { showReturning } from './run-page.ts';

const card = (family: string) => `<section data-family="${family}" data-status="disconnected">
  <p role="status">Disconnected</p><div class="card-body">Connect one</div></section>`;
const find = (family: string) => document.querySelector(`[data-family=${family}]`) as HTMLElement;

beforeEach(() => {
  document.body.innerHTML = card('evm') + card('near');
  const memory = createFakeStorage();
  memory.set('near', '{}');
  showReturning(memory, document, 'Reconnecting');
});

it('says of the cards that something is remembered of that they come back', () => {
  const near = find('near');
  expect(near.dataset.status).toBe('reconnecting');
  expect(near.querySelector('[role=status]')?.textContent).toBe('Reconnecting');
  expect(near.querySelector<HTMLElement>('.card-body')?.style.visibility).toBe('hidden');
});

it('leaves the invitation on the others', () => {
  const evm = find('evm');
  expect(evm.dataset.status).toBe('disconnected');
  expect(evm.querySelector<HTMLElement>('.card-body')?.style.visibility).toBe('');
});
