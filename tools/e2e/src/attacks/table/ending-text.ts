import type { Ending } from '../attack.ts';

type Texts = { readonly [By in Ending['by']]: (ends: Extract<Ending, { by: By }>) => string };

const texts: Texts = {
  card: ({ code, when, orEnds }) => {
    const text = `the card says \`${code}\`${when === 'connected' ? ', once a wallet is picked' : ''}`;
    return orEnds === undefined ? text : `${text}; or else ${toEndingText(orEnds)}`;
  },
  notice: ({ code }) => `the wallet is not connected, and the card says \`${code}\``,
  page: ({ code }) => `no remote is loaded, and every card says \`${code}\``,
  copy: () => 'the good release before it serves',
  browser: () => 'the browser refuses the file',
  link: () => 'the browser refuses the style',
  markup: () => 'the browser runs none of it',
};

/** What becomes of an attack, for people. */
export function toEndingText<By extends Ending['by']>(ends: Extract<Ending, { by: By }>): string {
  const by: By = ends.by;
  return texts[by](ends);
}
