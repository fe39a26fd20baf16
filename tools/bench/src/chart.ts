import { amountOf, type Sample, toText } from './figures.ts';
import { pageNames } from './targets.ts';

const title = 'First visit: to the button, and to the full list';
const bars = [
  { kind: 'button', measure: 'buttonMs' },
  { kind: 'list', measure: 'listMs' },
] as const;

const [width, margin, top, pageHeight, barHeight] = [600, 16, 56, 84, 22];
/** The longest bar leaves room for its words. */
const longest = 400;

/** Letters grow if the drawing is narrow, as on a phone. */
const style = `
  text { font: 15px system-ui, sans-serif; fill: #1f2328 }
  .title { font-size: 18px; font-weight: 600 }
  .name { font-weight: 600 }
  .page { fill: #ffffff }
  .button { fill: #1f6feb }
  .list { fill: #c2570c }
  @media (max-width: 500px) { text { font-size: 18px } .title { font-size: 20px } }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .page { fill: #0d1117 }
    .button { fill: #58a6ff }
    .list { fill: #f0883e }
  }
`;

/** An SVG of the first visit: for each page the median time to the button and to the full list, on light and dark. */
export function toChart(samples: readonly Sample[]): string {
  const pages = (Object.keys(pageNames) as (keyof typeof pageNames)[]).map((target) => ({
    name: pageNames[target],
    times: bars.map(({ kind, measure }) => {
      const ms = amountOf(samples, { target, scenario: 'first', measure })?.median ?? 0;
      return { kind, ms, told: `${kind} ${toText(ms, measure)}` };
    }),
  }));
  const scale = longest / Math.max(1, ...pages.flatMap(({ times }) => times.map(({ ms }) => ms)));
  const height = top + pages.length * pageHeight + 8;
  const told = pages
    .map(({ name, times }) => `${name}: ${times.map((one) => one.told).join(', ')}.`)
    .join(' ');
  const body = pages.flatMap(({ name, times }, at) => {
    const y = top + at * pageHeight;
    return [
      `<text class="name" x="${margin}" y="${y + 17}">${name}</text>`,
      ...times.flatMap(({ kind, ms, told: words }, bar) => {
        const [barY, length] = [y + 24 + bar * barHeight, Math.round(ms * scale)];
        return [
          `<rect class="${kind}" x="${margin}" y="${barY + 2}" width="${length}" height="${barHeight - 4}" rx="2"/>`,
          `<text x="${margin + length + 8}" y="${barY + 17}">${words}</text>`,
        ];
      }),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">`,
    `<title id="title">${title}</title>`,
    `<desc id="description">Milliseconds from navigation, medians. ${told}</desc>`,
    `<style>${style}</style>`,
    `<rect class="page" width="${width}" height="${height}" rx="6"/>`,
    `<text class="title" x="${margin}" y="32">${title}</text>`,
    ...body,
    '</svg>\n',
  ].join('\n');
}
