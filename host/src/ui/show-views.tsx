import { createRoot } from 'react-dom/client';
import type { Shell } from '../commands/shell.ts';
import { App } from './app.tsx';
import { followScheme } from './scheme.ts';
import style from './styles/views.css?inline';
import { consoleTexts } from './texts/en-console.ts';

/**
 * Shows the shell. The prerendered page shows what rests; by now much has happened, so the views replace it rather than
 * hydrate it. A card that has the focus keeps it.
 */
export function showViews(shell: Shell, page: ParentNode): void {
  const held = document.activeElement?.closest<HTMLElement>('main [data-status]')?.dataset.family;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
  const main = page.querySelector('main') as HTMLElement;
  const root = createRoot(main, {
    onCaughtError: (error) => reportError(error),
  });
  root.render(<App shell={shell} held={held} />);
  followScheme();
  // Browsers tell in red of the file that the inline script has had them refuse.
  if (!shell.config.development) console.info(consoleTexts.refused);
  // From now on dialogs fade in: see `styles/views.css`.
  main.dataset.whole = '';
}
