import { createHash } from 'node:crypto';

/** The style of the status page. */
export const style = `
:root { color-scheme: light dark; --paper: #f8f8fa; --card: #fff; --line: #e3e4e9; --ink: #191c26; --soft: #565b69;
  --accent: #2c4fc4; --accent-1: #7d94dc; --accent-2: #b3c0ea; --good: #17703f; --warn: #8a5300; --bad: #b3261e; --empty: #e9eaef }
@media (prefers-color-scheme: dark) { :root { --paper: #101218; --card: #181b23; --line: #2b2f3a; --ink: #eff0f4; --soft: #aeb3c0;
  --accent: #8fa8ff; --accent-1: #5f77cc; --accent-2: #3f4f8c; --good: #6fd49a; --warn: #f0bd6a; --bad: #ff9a90; --empty: #2b2f3a } }
* { box-sizing: border-box; margin: 0 }
body { background: var(--paper); color: var(--ink); font: 15px/22px -apple-system, "Segoe UI", Roboto, "Liberation Sans", system-ui, sans-serif;
  font-variant-numeric: tabular-nums; max-width: 1072px; margin: 0 auto; padding: 32px 16px; overflow-wrap: anywhere }
h1 { font-size: 28px; line-height: 36px; font-weight: 600; letter-spacing: -0.015em }
.summary { font-size: 20px; line-height: 28px; font-weight: 600; margin: 8px 0 }
h2 { font-size: 20px; line-height: 28px; font-weight: 600; margin: 32px 0 16px }
h3, b { font-size: 15px; font-weight: 600 }
header p:last-child, .card p, dl { color: var(--soft) }
b, .distance { color: var(--ink) }
ul, ol { list-style: none; padding: 0 }
.cards { display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr)) }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 16px; padding: 16px; break-inside: avoid }
.warning { grid-column: 1 / -1; border-left: 8px solid var(--warn) }
.row { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px }
.state { font-weight: 600; color: var(--soft) }
.good { color: var(--good) }
.bad, .why, .expired .distance { color: var(--bad) }
.soon .distance { color: var(--warn) }
.bar { display: block; width: 100%; height: 16px; margin: 8px 0; border-radius: 8px }
.swatch { width: 10px; height: 10px }
.empty { fill: var(--empty) }
.left, .share-0 { fill: var(--accent) }
.soon .left { fill: var(--warn) }
.share-1 { fill: var(--accent-1) }
.share-2 { fill: var(--accent-2) }
.share-1, .share-2 { stroke: var(--card); stroke-width: 2px; vector-effect: non-scaling-stroke }
.refused { fill: var(--empty); stroke: var(--bad); stroke-width: 2px; stroke-dasharray: 4 2; vector-effect: non-scaling-stroke }
.card li { margin-top: 8px }
dl { border-top: 1px solid var(--line); margin-top: 16px; padding-top: 8px; font-size: 13px; line-height: 18px }
dl div { display: flex; gap: 8px; padding: 4px 0 }
dt { flex: 0 0 96px }
dd { color: var(--ink) }
code { font: 13px/18px ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", monospace }
@media print { body { padding: 0; background: none } .card { background: none } }
`;

/** Its Content-Security-Policy: it requests nothing. */
export const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;
