import type { Finding } from './finding.ts';

/** Features of proxies and hosts that write scripts into pages, by the names of their settings, and their marks. */
const tools: readonly (readonly [name: string, marks: RegExp])[] = [
  ['Cloudflare’s Rocket Loader', /\brocket-loader\b|\btype=["']?[\da-f]{8,}-(?:text|module)/i],
  ['Cloudflare’s Email Address Obfuscation', /\bemail-decode\b|\/cdn-cgi\/l\/email-protection/i],
  ['Cloudflare’s Web Analytics', /\bcloudflareinsights\.com\b/i],
  ['Cloudflare’s JavaScript Detections', /\/cdn-cgi\/challenge-platform\/|__CF\$cv/i],
  ['Cloudflare’s Zaraz', /\/cdn-cgi\/zaraz\//i],
  ['Cloudflare’s Mirage', /\bmirage2?(?:\.min)?\.js\b/i],
  ['Netlify’s Real User Metrics or collaboration drawer', /\/\.netlify\/scripts\//],
  ['Vercel’s toolbar or analytics', /\bvercel\.live\b|\/_vercel\/(?:speed-)?insights\//i],
  ['PageSpeed', /\bpagespeed\b/i],
  ['Akamai’s mPulse', /\bgo-mpulse\.net\b|\bBOOMR\b/i],
  ['Imperva’s client protection', /_Incapsula_Resource\b/i],
  ['New Relic’s browser agent', /\bNREUM\b|\bjs-agent\.newrelic\.com\b/i],
  ['Google Tag Manager', /\bgoogletagmanager\.com\b/i],
];

/** Names each tool that has left its marks in the HTML of a page. */
export function noteRewriting(address: string, html: string): readonly Finding[] {
  const found = tools.filter(([, marks]) => marks.test(html));
  return found.map(([name]) => ({
    level: 'wrong',
    code: 'rewritten',
    where: [address],
    what: `is rewritten on the way to its visitors, by ${name}: switch that off for the page, and empty the caches.`,
  }));
}
