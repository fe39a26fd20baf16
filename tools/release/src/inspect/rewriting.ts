import type { Finding } from './finding.ts';

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

/** Names each tool that has left its marks in the HTML of a page. */
export function noteRewriting(address: string, html: string, by: 'doctor' | 'verify'): readonly Finding[] {
  return tools
    .filter(({ marks }) => marks.test(html))
    .map(({ tool }) => ({
      level: 'wrong',
      code: `${by}/rewritten`,
      where: [address],
      what: `is rewritten on the way to its visitors, by ${tool}.`,
      fix: 'Switch that off for the page, and empty the caches. The page runs its own scripts alone, in its own order.',
    }));
}
