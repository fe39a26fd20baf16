import { command } from '../output.ts';
import type { FindingTexts, Note } from './finding.ts';

/** One text per finding. Codes are only ever added. */
export const findingTexts = {
  'doctor/unreachable': {
    level: 'wrong',
    what: '{where} does not answer: {detail}.',
    fix: 'See that the server runs and that the address is right.',
  },
  'doctor/status': {
    level: 'wrong',
    what: '{where} answers {status}.',
    fix: `Put the file there again: “${command} publish” for a release, a deploy for the page. A server that has it may not be allowed to read it.`,
  },
  'doctor/redirect': {
    level: 'wrong',
    what: '{where} leads on to {to}.',
    fix: 'Serve it at its own address: modules that come from elsewhere are not the listed ones. Put the last address into the page’s configuration.',
  },
  'doctor/credentials': {
    level: 'wrong',
    what: '{where} asks for a login ({status}).',
    fix: 'Let everyone read it: pages ask without cookies and passwords. It is safe, since every byte is checked.',
  },
  'doctor/type': {
    level: 'wrong',
    what: '{where} is sent as “{found}”.',
    fix: 'Send it as {expected}. Browsers refuse a module of another type.',
  },
  'doctor/nosniff': {
    level: 'hint',
    what: '{where} lacks X-Content-Type-Options.',
    fix: 'Send “X-Content-Type-Options: nosniff” with every file, so that no browser guesses.',
  },
  'doctor/stale': {
    level: 'wrong',
    what: '{where} may be served stale: Cache-Control is “{found}”.',
    fix: 'Send “Cache-Control: no-cache, must-revalidate”. Else a withdrawn release goes on until the cache forgets.',
  },
  'doctor/aged': {
    level: 'wrong',
    what: '{where} came from a cache in between, {age} seconds old.',
    fix: 'Tell the cache or CDN to keep this file not at all, or to ask each time.',
  },
  'doctor/missing-kept': {
    level: 'wrong',
    what: '{where} is not there, and caches may remember that: Cache-Control is “{found}”.',
    fix: 'Send “Cache-Control: no-store” with a 404. Else visitors do not find a new root for as long.',
  },
  'doctor/missing-answered': {
    level: 'wrong',
    what: '{where} does not exist, and is answered with 200.',
    fix: 'Answer 404 if there is no file. A page that stands in for every address hides what is missing.',
  },
  'doctor/not-immutable': {
    level: 'hint',
    what: '{where} is not kept for a year: Cache-Control is “{found}”.',
    fix: 'Send “Cache-Control: public, max-age=31536000, immutable”. It never changes under its address.',
  },
  'doctor/cors': {
    level: 'wrong',
    what: '{where} cannot be read by a page of {origin}: Access-Control-Allow-Origin is “{found}”.',
    fix: 'Send “Access-Control-Allow-Origin: *” with every file of a remote.',
  },
  'doctor/cors-credentials': {
    level: 'hint',
    what: '{where} sends Access-Control-Allow-Credentials.',
    fix: 'Leave it out: pages ask without cookies.',
  },
  'doctor/uncompressed': {
    level: 'hint',
    what: '{where} is sent uncompressed.',
    fix: 'Compress scripts and styles with br or gzip: a connector is a third of the size then.',
  },
  'doctor/insecure': {
    level: 'wrong',
    what: '{where} is not HTTPS.',
    fix: 'Serve it by HTTPS. Whoever is in between can change a page that is not, and browsers keep its scripts from wallets.',
  },
  'doctor/hsts': {
    level: 'hint',
    what: '{where} lacks Strict-Transport-Security.',
    fix: 'Send “Strict-Transport-Security: max-age=31536000”, so that a first visit by HTTP stays the only one.',
  },
  'doctor/clock': {
    level: 'hint',
    what: 'The clock of {where} and the one here are {span} apart.',
    fix: 'Set both by the network (NTP). Expiries are judged by clocks.',
  },
  'doctor/clock-far': {
    level: 'wrong',
    what: 'The clock of {where} and the one here are {span} apart.',
    fix: 'Set both by the network (NTP). Documents look expired, or not yet good, where a clock is wrong.',
  },
  'doctor/altered': {
    level: 'wrong',
    what: '{where} is not what was signed: its hash differs.',
    fix: 'Somebody or something between the build and here changes files. Look for a proxy that rewrites scripts; then for an intruder.',
  },
  'doctor/document': {
    level: 'wrong',
    what: '{where} is refused by pages ({code}). {sentence}',
    fix: 'Fix that in the store, then run this again.',
  },
  'doctor/development': {
    level: 'wrong',
    what: '{where} is unsigned, as a development server has it.',
    fix: `Give the address of a store that “${command} publish” and “${command} promote” have written.`,
  },
  'doctor/root-missing': {
    level: 'wrong',
    what: '{where} is not there, but the live document was signed under root {version}.',
    fix: 'Put all files of the folder root/ there, the old ones too: pages go from the root that they know, one by one.',
  },
  'doctor/soon': { level: 'hint', what: '{sentence}' },
  'doctor/withdrawn': {
    level: 'hint',
    what: 'No release of {remote} is live: it is withdrawn.',
    fix: `Where that is not meant: “${command} promote {remote} VERSION”.`,
  },
  'doctor/own-folder': {
    level: 'wrong',
    what: '{where} is served: the folder in which the command keeps locks, and by default keys.',
    fix: 'Serve no folder whose name begins with a dot. If keys were in it, rotate them now.',
  },
  'doctor/no-csp': {
    level: 'hint',
    what: '{where} lacks Content-Security-Policy.',
    fix: 'Send one with the page: it limits what a script that should not be there can do.',
  },
  'doctor/policy-keeps': {
    level: 'wrong',
    what: 'The policy of {where} keeps the page from what its configuration names: {addresses}.',
    fix: 'Send what the deploy wrote into .headers, and reload the server: it still has those of an earlier deploy, or none.',
  },
  'doctor/policy-loose': {
    level: 'hint',
    what: 'The policy of {where} allows more than the page needs: {detail}.',
    fix: 'Send the Content-Security-Policy that the deploy wrote into .headers.',
  },
  'doctor/opener': {
    level: 'wrong',
    what: '{where} comes with Cross-Origin-Opener-Policy “{found}”, so that wallets that open a window cannot answer.',
    fix: 'Send “Cross-Origin-Opener-Policy: {wanted}”, as the deploy wrote it into .headers.',
  },
  'doctor/page-header': {
    level: 'hint',
    what: '{where} comes without the {name} that the deploy wrote.',
    fix: 'Send “{name}: {wanted}”: see that the server reads .headers, and reload it after a deploy.',
  },
  'doctor/headers-served': {
    level: 'hint',
    what: '{where} is served. It holds no secret, but is meant for the server alone.',
    fix: 'Serve no folder whose name begins with a dot.',
  },
  'doctor/own-altered': {
    level: 'wrong',
    what: '{where} is not what the page names: its hash differs, so browsers refuse it.',
    fix: 'Deploy the whole site again: page and scripts are of two deploys, or something on the way changes files.',
  },
  'doctor/rewritten': {
    level: 'wrong',
    what: '{where} is rewritten on the way to its visitors, by {tool}.',
    fix: 'Switch that off for the page, and empty the caches. The page runs its own scripts alone, in its own order.',
  },
  'doctor/script-added': {
    level: 'wrong',
    what: '{where} has {tag}, which no deploy writes.',
    fix: 'Switch off the feature of the server or CDN that writes into pages. If there is none, take the page off and look for who added it.',
  },
  'doctor/assets-policy': {
    level: 'hint',
    what: "{where} comes without “Content-Security-Policy: sandbox; default-src 'none'”.",
    fix: 'Send what the deploy wrote into .headers, and reload the server. Otherwise a file beside it could be opened as a page at your address.',
  },
  'doctor/own-path-policy': {
    level: 'wrong',
    what: "{where}, under the page's own origin, comes without “Content-Security-Policy: sandbox; default-src 'none'”.",
    fix: 'Send what the deploy wrote into .headers, and reload the server. Otherwise whoever writes there could show a page of their own at your address.',
  },
  'doctor/own-path-header': {
    level: 'wrong',
    what: "{where}, under the page's own origin, comes with Service-Worker-Allowed.",
    fix: 'Do not send it: a service worker from there could answer for the whole origin.',
  },
  'doctor/offer': {
    level: 'wrong',
    what: '{where} is not what a deploy writes: {detail}.',
    fix: 'Deploy the page again with all of its files. Publishers ask there what the page offers.',
  },
  'doctor/blocklist': {
    level: 'wrong',
    what: '{where} is no block list: {detail}. Pages use the last one that they have seen.',
    fix: 'Restore the file from a copy, then run “release block list”.',
  },
  'doctor/misfit': {
    level: 'wrong',
    what: 'The page cannot run {release}: {lack}.',
    fix: 'Deploy a page that offers it, or promote a release that fits.',
  },
  'doctor/copy': {
    level: 'hint',
    what: '{where}, the copy for when the store cannot be reached, is of no use any more ({code}).',
    fix: 'Deploy the page again with a live document of today.',
  },
  'doctor/no-copy': {
    level: 'hint',
    what: 'The page has no copy of the live document of {remote}.',
    fix: 'Name it in the configuration (remote.live), so that a first visit works while the store cannot be reached.',
  },
  'doctor/unsigned-page': {
    level: 'wrong',
    what: '{where} takes releases that nobody signed.',
    fix: 'Deploy the built page with the roots of its remotes; this one is for development.',
  },
  'doctor/answers': { level: 'ok', what: 'All that a browser asks for is there.' },
  'doctor/types': { level: 'ok', what: 'Each file is sent as what it is.' },
  'doctor/caching': {
    level: 'ok',
    what: 'What never changes is kept for a year, and what changes is never stale.',
  },
  'doctor/readable': { level: 'ok', what: 'Pages of other origins can read it, without cookies.' },
  'doctor/compressed': { level: 'ok', what: 'Scripts are compressed.' },
  'doctor/secure': { level: 'ok', what: 'It is served securely.' },
  'doctor/hashes': {
    level: 'ok',
    what: '{release} is what was signed: the hash of each of its {count} files.',
  },
  'doctor/own-hashes': {
    level: 'ok',
    what: 'Each of the page’s {count} own files has the hash that the page names.',
  },
  'doctor/live': {
    level: 'ok',
    what: 'The live document is signed as root {version} asks, and good until {until}.',
  },
  'doctor/clocks': { level: 'ok', what: 'The clocks of the server and here agree.' },
} as const satisfies FindingTexts<string>;

export type FindingCode = keyof typeof findingTexts;

/** What a doctor notes. */
export type DoctorNote = Note<FindingCode>;
