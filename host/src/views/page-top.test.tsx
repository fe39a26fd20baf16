import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { fakeConfig } from '../testing/fake-shell.ts';
import { PageTop } from './page-top.tsx';

const html = renderToString(<PageTop config={fakeConfig} />);

it('opens the dialog from its button without a script', () => {
  expect(html).toMatch(/<button[^>]*command="show-modal"[^>]*commandfor="connect"[^>]*>Connect wallet</);
  expect(html).toMatch(/<dialog id="connect"[^>]*aria-labelledby="connect-title"/);
});

it('has the dialog before the button, so that no press finds none', () => {
  expect(html.indexOf('</dialog>')).toBeGreaterThan(0);
  expect(html.indexOf('</dialog>')).toBeLessThan(html.indexOf('command="show-modal"'));
});

it('has a group for each family in the dialog', () => {
  for (const { id, title } of fakeConfig.families)
    expect(html).toContain(`<h3 id="connect-${id}">${title}</h3>`);
  expect(html).toContain('Practice chains');
});

it('needs no exception from a strict policy', () => {
  expect(html).not.toMatch(/\sstyle=|\son\w+=|javascript:|<script|<style/i);
});
