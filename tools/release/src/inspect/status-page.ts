import { createHash } from 'node:crypto';
import { liveWarningMs, rootWarningMs } from '../limits.ts';
import { command, toSafeText } from '../output.ts';
import { dayMs, toDistance, toInstant, toShortTime } from '../time.ts';
import type { RemoteState, StatedRelease } from './remote-state.ts';

/** The moment and the place of a status page. */
export interface StatusPageContext {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The name of a key, or the beginning of its id. */
  nameOf(keyid: string): string;
  /** The address of the store. */
  readonly store: string;
}

/** The status as one static page without script: it requests nothing, and the same states give the same bytes. */
export function toStatusPage(states: readonly RemoteState[], context: StatusPageContext): string {
  const { now, store } = context;
  const warnings = states.flatMap((state) => state.warnings);
  const expiries = toExpiries(states);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Status of ${store}</title>
${new Html(`<style>${style}</style>`)}
</head>
<body>
<header>
<h1>Status of <span class="address">${store}</span></h1>
<p class="summary">${summarize(states, now)}</p>
<p>As of ${toTime(toInstant(now), now)}. All times are in UTC.</p>
</header>
<main>
${section(
  'Needs someone',
  warnings.map(({ sentence }) => html`<li class="card warning">${withCommands(sentence)}</li>`),
)}
${section(
  'Expires next',
  expiries.map((one) => toExpiryItem(one, now)),
  'ol',
)}
${section(
  'Remotes',
  states.map((state) => toCard(state, context)),
)}
</main>
</body>
</html>
`.text;
}

/** Markup whose texts are escaped; only `html` and constants of this file make it. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[];

/** Markup; each text in it is escaped. */
function html(markup: TemplateStringsArray, ...parts: readonly Part[]): Html {
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

function summarize(states: readonly RemoteState[], now: number): string {
  if (states.length === 0) return 'There is no remote yet.';
  const things = states.flatMap(({ warnings }) => warnings).length;
  if (things > 0) return things === 1 ? '1 thing needs someone.' : `${things} things need someone.`;
  const [first] = states;
  const running = states.filter(({ state }) => state === 'live').length;
  const isOne = states.length === 1 && first !== undefined;
  const all = isOne ? `${first.remote} runs` : `All ${states.length} remotes run`;
  const some = isOne ? `${first.remote} is ${first.state}` : `${running} of ${states.length} remotes run`;
  const due = Math.min(...toExpiries(states).map(({ warnedAt }) => warnedAt));
  const next = due > now ? `nothing to do before ${toDay(due)}` : 'a root has expired';
  return `${running === states.length ? all : some}; ${next}.`;
}

function toDay(ms: number): string {
  const parts = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-GB', parts).format(ms);
}

/** A document that expires. */
interface Expiry {
  readonly remote: string;
  readonly document: 'live document' | 'root';
  /** ISO 8601. */
  readonly until: string;
  /** How long it was good in all; a root does not say, and is good for a year unless people choose otherwise. */
  readonly lifeMs: number;
  /** When `status` begins to warn, in milliseconds since 1970. */
  readonly warnedAt: number;
}

/** What expires, the next first. */
function toExpiries(states: readonly RemoteState[]): readonly Expiry[] {
  const expiries = states.flatMap(({ remote, issuedAt, until, rootUntil }) => {
    const found: Expiry[] = [];
    if (until !== undefined && issuedAt !== undefined) {
      const lifeMs = Date.parse(until) - Date.parse(issuedAt);
      const warnedAt = Date.parse(until) - liveWarningMs;
      found.push({ remote, document: 'live document', until, lifeMs, warnedAt });
    }
    if (rootUntil !== undefined) {
      const warnedAt = Date.parse(rootUntil) - rootWarningMs;
      found.push({ remote, document: 'root', until: rootUntil, lifeMs: 365 * dayMs, warnedAt });
    }
    return found;
  });
  return expiries.sort((one, other) => Date.parse(one.until) - Date.parse(other.until));
}

function toExpiryItem({ remote, document, until, lifeMs, warnedAt }: Expiry, now: number): Html {
  const leftMs = Date.parse(until) - now;
  const left = Math.max(0, Math.min(100, Math.round((leftMs / lifeMs) * 100)));
  const state = leftMs <= 0 ? 'expired' : warnedAt <= now ? 'soon' : 'later';
  const how = { expired: 'expired ', soon: 'soon, ', later: '' }[state];
  const life = document === 'root' ? 'a year' : 'its life';
  return html`<li class="card ${state}">
<p class="row"><span><b>${remote}</b> ${document}</span> <span class="distance">${how}${toDistance(until, now)}</span></p>
${toBar(`${left} % of ${life} left`, [{ share: left, look: 'left' }])}
<p>Good until ${toTime(until, now)}, ${left} % of ${life} left</p>
</li>`;
}

function toCard(state: RemoteState, { now, nameOf }: StatusPageContext): Html {
  const { remote, refusal, since, until, rootUntil, version, keyids, kinds, releases = [] } = state;
  const isTold = state.warnings.some(({ sentence }) => refusal !== undefined && sentence.includes(refusal));
  const signed = keyids?.map(
    (keyid, index) => `${nameOf(keyid)}${kinds?.[index] ? ` (${kinds[index]})` : ''}`,
  );
  const facts: readonly (readonly [string, string | Html | undefined])[] = [
    ['Since', since && toTime(since, now)],
    ['Signed by', signed && (signed.join(', ') || 'no key that the root names')],
    ['Live document', until && html`${`version ${version}, good until `}${toTime(until, now)}`],
    ['Root', rootUntil && html`good until ${toTime(rootUntil, now)}`],
  ];
  const drawn = facts.flatMap(([name, fact]) =>
    fact ? html`<div><dt>${name}</dt><dd>${fact}</dd></div>` : [],
  );
  const isRefused = refusal !== undefined;
  const label = releases.map((one) => toShareText(one, isRefused)).join('; ');
  const bar = releases.map((one, index) => ({ share: one.share, look: toLook(one, isRefused, index) }));
  return html`<li class="card">
<div class="row"><h3>${remote}</h3> <span class="state ${isRefused ? 'bad' : state.state === 'live' ? 'good' : ''}">${toStateText(state)}</span></div>
${releases.length > 0 ? toBar(label, bar) : []}
${releases.length > 0 ? html`<ul>${releases.map((one, index) => toRelease(one, { look: toLook(one, isRefused, index), isRefused, now }))}</ul>` : []}
${isRefused && !isTold ? html`<p class="why">${withCommands(refusal)}</p>` : []}
${drawn.length > 0 ? html`<dl>${drawn}</dl>` : []}
</li>`;
}

function toStateText({ state, refusal }: RemoteState): string {
  if (refusal !== undefined) return `Refused by pages: ${state}`;
  return state.charAt(0).toUpperCase() + state.slice(1);
}

function toRelease(
  release: StatedRelease,
  { look, isRefused, now }: { readonly look: string; readonly isRefused: boolean; readonly now: number },
): Html {
  const { contract, commit, dirty, builtAt } = release;
  return html`<li>
<p><svg class="swatch" aria-hidden="true" viewBox="0 0 10 10"><rect class="${look}" width="10" height="10"/></svg> <b>${toShareText(release, isRefused)}</b></p>
<p>Contract ${contract}, commit <code>${commit.slice(0, 8)}</code>${dirty ? ' with changes that are not in it' : ''}, built ${toTime(builtAt, now)}</p>
</li>`;
}

function toShareText({ version, share, refusal }: StatedRelease, isRefused: boolean): string {
  const why = refusal === undefined ? '' : ` (${refusal})`;
  return `${version} for ${share} %${isRefused || refusal ? `, refused${why}` : ''}`;
}

function toLook({ refusal }: StatedRelease, isRefused: boolean, index: number): string {
  return isRefused || refusal !== undefined ? 'refused' : `share-${index % 3}`;
}

/** A bar of parts in percent; the rest stays empty. */
function toBar(label: string, parts: readonly { readonly share: number; readonly look: string }[]): Html {
  let x = 0;
  const drawn = parts.map(({ share, look }) => {
    const part = html`<rect class="${look}" x="${x}" width="${share}" height="8"/>`;
    x += share;
    return part;
  });
  return html`<svg class="bar" role="img" aria-label="${label}" viewBox="0 0 100 8" preserveAspectRatio="none"><rect class="empty" width="100" height="8"/>${drawn}</svg>`;
}

function section(title: string, items: readonly Html[], list: 'ul' | 'ol' = 'ul'): Part {
  if (items.length === 0) return [];
  return html`<section><h2>${title}</h2><${list} class="cards">${items}</${list}></section>`;
}

function toTime(instant: string, now: number): Html {
  return html`<time datetime="${instant}">${toShortTime(instant, now)}</time>`;
}

/** A sentence in which the commands of this program can be told from words. */
function withCommands(sentence: string): Html {
  const parts = sentence.split(/“([^”]*)”/);
  return html`${parts.map((part, index) => {
    if (index % 2 === 0) return html`${part}`;
    return part.startsWith(`${command} `) ? html`“<code>${part}</code>”` : html`“${part}”`;
  })}`;
}

const style = `
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

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;
