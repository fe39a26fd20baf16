import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { approve } from '../../testing/fake-discovery.ts';
import { createFakeShell } from '../../testing/fake-shell.ts';
import { App } from '../app.tsx';
import { paintConnections } from '../paint-connections.ts';

const css = readFileSync(join(import.meta.dirname, 'page.css'), 'utf8');
/** The sibling of the title that hides its button; the document of the tests has no relative `:has()`. */
const [, follower = ''] = /&:has\((~ .+)\) > \.button \{\n\s+visibility: hidden;/.exec(css) ?? [];

it('hides the button of the prerendered title while a wallet reconnects', () => {
  const shell = createFakeShell();
  document.body.innerHTML = renderToString(<App shell={shell} />);
  const { view, config } = shell;
  const ignore = () => undefined;
  paintConnections({ view, root: document, families: config.families, connect: ignore, choose: ignore });
  const isHidden = () => document.querySelector(`.head ${follower}`) !== null;
  expect(isHidden()).toBe(false);
  const { wallet, accounts } = approve('one');
  shell.store.openLease('evm').lease.publishConnection({ status: 'reconnecting', wallet, accounts });
  expect(isHidden()).toBe(true);
});
