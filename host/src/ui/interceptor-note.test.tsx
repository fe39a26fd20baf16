import { LinkspanError } from '@linkspan/contract';
import { expect, it } from 'vitest';
import { createFakeShell } from '../testing/fake-shell.ts';
import { openPage } from '../testing/open-page.tsx';

const note = () => document.querySelector<HTMLElement>('aside[data-code="loader/service-worker"]');

it('says what stands between the page and its server, and takes it away', async () => {
  const done: string[] = [];
  const interceptor = Promise.resolve({
    error: new LinkspanError('loader/service-worker', { script: '/old/sw.js' }),
    remove: async () => void done.push('removed'),
  });
  const page = await openPage({ ...createFakeShell(), interceptor });
  expect(note()?.textContent).toContain('/old/sw.js');
  expect(note()?.querySelector('[role=alert]')).not.toBeNull();
  await page.press(document.body, 'Remove it and reload');
  expect(done).toEqual(['removed']);
  await page.close();
});

it('is absent where nothing does', async () => {
  const page = await openPage(createFakeShell());
  expect(note()).toBeNull();
  await page.close();
});
