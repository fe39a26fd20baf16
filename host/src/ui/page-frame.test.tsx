import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { fakeConfig } from '../testing/fake-shell.ts';
import { DialogFrame, PageBar } from './page-frame.tsx';

const bar = renderToString(<PageBar config={fakeConfig} />);
const dialog = renderToString(<DialogFrame families={fakeConfig.families} />);

it('opens the dialog from its button without a script', () => {
  expect(bar).toMatch(
    /<button[^>]*command="show-modal"[^>]*commandfor="connect"[^>]*>.*<span>Connect wallet</,
  );
  expect(dialog).toMatch(/<dialog id="connect"[^>]*aria-labelledby="connect-title"/);
});

it('says that a page is for practice', () => {
  expect(bar).toContain('<span>Practice chains</span>');
  expect(bar).toContain('Nothing here is real.');
  const { practice: _, ...production } = fakeConfig;
  expect(renderToString(<PageBar config={production} />)).not.toContain('Nothing here is real.');
});

it('has a button for the practice panel, disabled until the practice module loads', () => {
  expect(bar).toMatch(/<button[^>]*class="chip chip-practice"[^>]*disabled=""[^>]*data-practice=""/);
});

it('needs no exception from a strict policy', () => {
  expect(bar + dialog).not.toMatch(/\sstyle=|\son\w+=|javascript:|<script|<style/i);
});
