import { liveWarningMs, rootWarningMs } from '../limits.ts';
import { command } from '../output.ts';
import { dayMs, toDistance, toInstant, toShortTime } from '../time.ts';
import { Html, html, type Part } from './html.ts';
import type { RemoteState, StatedRelease } from './remote-state.ts';
import { policy, style } from './status-style.ts';

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
