import { createRoot } from 'react-dom/client';
import type { Shell } from '../commands/shell.ts';
import { App } from './app.tsx';
import { followScheme } from './scheme.ts';
import style from './styles/views.css?inline';
import { t } from './texts/t.ts';

/** Renders the views in place of the prerendered page, which may be outdated. A focused card keeps the focus. */
export function showViews(shell: Shell, root: ParentNode): void {
  const tree = root.getRootNode() as Document;
  const held = tree.activeElement?.closest<HTMLElement>('main [data-status]')?.dataset.family;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  tree.adoptedStyleSheets.push(sheet);
  const main = root.querySelector('main') as HTMLElement;
  createRoot(main, { onCaughtError: (error) => reportError(error) }).render(
    <App shell={shell} root={root} held={held} />,
  );
  followScheme();
  // Browsers log an error for the file that they refused at the inline script's request.
  if (!shell.config.development) console.info(t('console.refused'));
  // From now on dialogs fade in: see `styles/views.css`.
  main.dataset.whole = '';
}
