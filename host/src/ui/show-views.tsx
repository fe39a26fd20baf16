import { createRoot } from 'react-dom/client';
import type { Shell } from '../commands/shell.ts';
import { App } from './app.tsx';
import { followScheme } from './scheme.ts';
import style from './styles/views.css?inline';
import { t } from './texts/t.ts';

/**
 * Renders the views into `main`, in place of the prerendered page, which may be outdated. A focused button, or its card, keeps
 * the focus.
 */
export function showViews(
  shell: Shell,
  root: ParentNode,
  main = root.querySelector('main, .main') as HTMLElement,
): void {
  const tree = main.getRootNode() as Document;
  const focused = tree.activeElement?.closest<HTMLElement>(':is(main, .main) :is(a, button)');
  const held = tree.activeElement?.closest<HTMLElement>(':is(main, .main) [data-status]')?.dataset.family;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  for (const one of new Set([tree, root.getRootNode() as Document])) one.adoptedStyleSheets.push(sheet);
  const whenShown = () => {
    // From now on dialogs fade in: see `styles/views.css`.
    main.dataset.whole = '';
    if (focused) focusNamed(main, nameOf(focused));
  };
  createRoot(main, { onCaughtError: (error) => reportError(error) }).render(
    <App shell={shell} root={root} held={held} shown={whenShown} />,
  );
  followScheme();
  // Browsers log an error for the file that they refused at the inline script's request.
  if (!shell.config.development) console.info(t('console.refused'));
}

function nameOf(element: HTMLElement): string | null {
  return element.getAttribute('aria-label') ?? element.textContent;
}

function focusNamed(main: HTMLElement, name: string | null): void {
  const all = [...main.querySelectorAll<HTMLElement>('a, button')];
  all.find((one) => nameOf(one) === name)?.focus({ preventScroll: true });
}
