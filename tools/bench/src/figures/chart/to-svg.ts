/** What a drawing is made of. */
interface Drawing {
  readonly title: string;
  /** All that the drawing shows, in words. */
  readonly description: string;
  readonly height: number;
  readonly body: readonly string[];
}

/** As wide as the drawing is before a page makes it narrower. */
export const width = 600;

/** The space at each side. */
export const margin = 16;

/** Letters grow where the drawing is made narrow, as on a phone, and keep lines behind them away. */
const style = `
  text { font: 15px system-ui, sans-serif; fill: #1f2328; stroke: #ffffff; stroke-width: 4px; paint-order: stroke }
  .title { font-size: 18px; font-weight: 600 }
  .name { font-weight: 600 }
  .page { fill: #ffffff }
  .grid { stroke: #d1d9e0 }
  .button { fill: #1f6feb }
  .list { fill: #c2570c }
  .line { fill: none; stroke: #c2570c; stroke-width: 2.5 }
  @media (max-width: 500px) { text { font-size: 18px } .title { font-size: 20px } }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; stroke: #0d1117 }
    .page { fill: #0d1117 }
    .grid { stroke: #3d444d }
    .button { fill: #58a6ff }
    .list { fill: #f0883e }
    .line { stroke: #f0883e }
  }
`;

/** A picture that needs no file beside it, on light and on dark, with its words for people who do not see it. */
export function toSvg({ title, description, height, body }: Drawing): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escapeText(title)}</title>`,
    `<desc id="description">${escapeText(description)}</desc>`,
    `<style>${style}</style>`,
    `<rect class="page" width="${width}" height="${height}" rx="6"/>`,
    toLetters({ className: 'title', x: margin, y: 32 }, title),
    ...body,
    '</svg>\n',
  ].join('\n');
}

/** Where and how letters stand: `x` is their start, unless they have another anchor. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly className?: string;
  readonly anchor?: 'middle' | 'end';
}

/** A line of letters. */
export function toLetters({ x, y, className, anchor }: Place, text: string): string {
  const own = className === undefined ? '' : ` class="${className}"`;
  const at = anchor === undefined ? '' : ` text-anchor="${anchor}"`;
  return `<text${own} x="${round(x)}" y="${round(y)}"${at}>${escapeText(text)}</text>`;
}

/** A length of a drawing, with no more digits than anybody sees. */
export function round(length: number): number {
  return Math.round(length * 10) / 10;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
