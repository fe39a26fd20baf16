import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createFakeShell, fakeConfig } from '../testing/fake-shell.ts';
import { App } from './app.tsx';
import { PageFrame } from './page-frame.tsx';

const html = renderToString(
  <PageFrame config={fakeConfig}>
    <App shell={createFakeShell()} />
  </PageFrame>,
);

it('opens the dialog from its button without a script', () => {
  expect(html).toMatch(/<button[^>]*command="show-modal"[^>]*commandfor="connect"[^>]*>Connect wallet</);
  expect(html).toMatch(/<dialog id="connect"[^>]*aria-labelledby="connect-title"/);
});

it('has a group for each family in the dialog and a card in main', () => {
  for (const { id, title } of fakeConfig.families) {
    expect(html).toContain(`<h3 id="connect-${id}">${title}</h3>`);
    expect(html).toContain(`<h2 id="family-${id}" tabindex="-1">${title}</h2>`);
  }
  expect(html).toContain('<main id="app">');
  expect(html).toContain('Practice chains');
});

it('needs no exception from a strict policy', () => {
  expect(html).not.toMatch(/\sstyle=|\son\w+=|javascript:|<script|<style/i);
});
