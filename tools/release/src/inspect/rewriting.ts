import { type SplitPage, splitPage } from '../site/describe-page.ts';
import type { DoctorNote } from './doctor-texts.ts';
import type { FoundPage } from './page-data.ts';
import type { Answer } from './request.ts';

/** A feature of a proxy or host that writes scripts into pages, and what it leaves there. */
interface Tool {
  readonly tool: string;
  readonly marks: RegExp;
}

/** By the names that their settings have. */
const tools: readonly Tool[] = [
  { tool: 'Cloudflare’s Rocket Loader', marks: /\brocket-loader\b|\btype=["']?[\da-f]{8,}-(?:text|module)/i },
  {
    tool: 'Cloudflare’s Email Address Obfuscation',
    marks: /\bemail-decode\b|\/cdn-cgi\/l\/email-protection/i,
  },
  { tool: 'Cloudflare’s Web Analytics', marks: /\bcloudflareinsights\.com\b/i },
  { tool: 'Cloudflare’s JavaScript Detections', marks: /\/cdn-cgi\/challenge-platform\/|__CF\$cv/i },
  { tool: 'Cloudflare’s Zaraz', marks: /\/cdn-cgi\/zaraz\//i },
  { tool: 'Cloudflare’s Mirage', marks: /\bmirage2?(?:\.min)?\.js\b/i },
  { tool: 'Netlify’s Real User Metrics or collaboration drawer', marks: /\/\.netlify\/scripts\// },
  { tool: 'Vercel’s toolbar or analytics', marks: /\bvercel\.live\b|\/_vercel\/(?:speed-)?insights\//i },
  { tool: 'PageSpeed', marks: /\bpagespeed\b/i },
  { tool: 'Akamai’s mPulse', marks: /\bgo-mpulse\.net\b|\bBOOMR\b/i },
  { tool: 'Imperva’s client protection', marks: /_Incapsula_Resource\b/i },
  { tool: 'New Relic’s browser agent', marks: /\bNREUM\b|\bjs-agent\.newrelic\.com\b/i },
  { tool: 'Google Tag Manager', marks: /\bgoogletagmanager\.com\b/i },
];

/** The most elements that are told. */
const maxTags = 10;

/** What has been written into a signed page since its deploy: by which tool, or else which scripts. */
export function examineRewriting(
  { address, bytes }: Pick<Answer, 'address' | 'bytes'>,
  page: Pick<FoundPage, 'early' | 'hashed' | 'isSigned'>,
): readonly DoctorNote[] {
  const found = splitPage(new TextDecoder().decode(bytes));
  if (found === undefined || !page.isSigned) return [];
  const text = [found.markup, ...found.scripts].join('\n');
  const met = tools.filter(({ marks }) => marks.test(text));
  if (met.length > 0)
    return met.map(({ tool }): DoctorNote => ({ code: 'doctor/rewritten', address, values: { tool } }));
  return findAdded(found, page).map(
    (tag): DoctorNote => ({ code: 'doctor/script-added', address, values: { tag: tag.slice(0, 200) } }),
  );
}

/** Script elements that load another file than the page names, or lack what the deploy gives each. */
function findAdded({ tags }: SplitPage, { early, hashed }: Pick<FoundPage, 'early' | 'hashed'>) {
  const scripts = tags.filter((tag) => /^<script\b/i.test(tag));
  const isOptedOut = (tag: string) => /\bdata-cfasync=["']?false\b/i.test(tag);
  // Earlier deploys gave it to none.
  const isGivenToAll = scripts.some(isOptedOut);
  const isOwn = (tag: string) => {
    const [, source] = /\ssrc\s*=\s*["']?([^"'\s>]*)/i.exec(tag) ?? [];
    return source === undefined || source === early || hashed.has(source);
  };
  return scripts.filter((tag) => !isOwn(tag) || (isGivenToAll && !isOptedOut(tag))).slice(0, maxTags);
}
