import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Panel } from './panel.tsx';

it('shows what is the matter, and advice if there is some', () => {
  const title = 'The network is not reachable';
  expect(renderToStaticMarkup(<Panel title={title} tone="failed" />)).toBe(
    `<div class="notice" data-tone="failed"><p class="notice-title">${title}</p></div>`,
  );
  expect(
    renderToStaticMarkup(<Panel title={title} advice="Try again." tone="failed" code="network/busy" />),
  ).toBe(
    `<div class="notice" data-tone="failed" data-code="network/busy"><p class="notice-title">${title}</p><p>Try again.</p></div>`,
  );
});
