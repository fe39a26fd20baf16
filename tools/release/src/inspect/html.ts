import { toSafeText } from '../output.ts';

/** Markup whose texts are escaped; only `html` and constants make it. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What stands in markup: a text, or markup. */
export type Part = string | number | Html | readonly Html[];

/** Markup; each text in it is escaped. */
export function html(markup: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(String.raw({ raw: markup }, ...parts.map(toMarkup)));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function toMarkup(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return toSafeText(`${part}`).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
