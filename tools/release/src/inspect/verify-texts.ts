import { command } from '../output.ts';
import type { FindingTexts, Note } from './finding.ts';

/** One text per difference between a seal and what is deployed. Codes are only ever added. */
export const findingTexts = {
  'verify/seal-unreachable': {
    level: 'unsure',
    what: 'The seal at {where} could not be had: {detail}.',
    fix: 'See that it is published there, then run this again. Without it nothing is compared.',
  },
  'verify/seal-malformed': {
    level: 'wrong',
    what: '{where} is no seal: it has a mistake at {place}.',
    fix: `Publish the file that “${command} seal” wrote.`,
  },
  'verify/seal-unsigned': {
    level: 'wrong',
    what: 'The seal at {where} has {has} of the {needs} signatures that it needs by the host team’s keys.',
    fix: 'Find out who put it there. Or its keys were replaced: then name the new ones by --host-keys FILE.',
  },
  'verify/seal-foreign': {
    level: 'wrong',
    what: 'The seal at {where} is of {found}, not of {remote}.',
    fix: 'Name the seal of this page. If its address is right, find out who put another one there.',
  },
  'verify/seal-older': {
    level: 'wrong',
    what: 'The seal at {where} has version {offered}, and version {seen} was seen here before.',
    fix: 'Publish the newest one. If you did, somebody holds it back: find out who can write there.',
  },
  'verify/seal-expired': {
    level: 'wrong',
    what: 'The seal at {where} was good until {expiresAt}.',
    fix: `Seal the site again (“${command} seal”) and publish that. Nothing was compared.`,
  },
  'verify/seal-soon': {
    level: 'hint',
    what: 'The seal is good until {expiresAt}, {distance}.',
    fix: `Seal the site again before then (“${command} seal”).`,
  },
  'verify/no-state': {
    level: 'hint',
    what: 'An older seal would not be noticed, since nothing is remembered.',
    fix: 'Add --state FILE: a schedule then knows which version it has seen.',
  },
  'verify/unreachable': {
    level: 'unsure',
    what: '{where} does not answer: {detail}.',
    fix: 'Nothing can be said of it until it answers. See whether the server or the way to it is down.',
  },
  'verify/busy': {
    level: 'unsure',
    what: '{where} answers {status}.',
    fix: 'Nothing can be said of it until it answers. Look at the server, then run this again.',
  },
  'verify/missing': {
    level: 'wrong',
    what: '{where} answers {status}, and the seal lists it.',
    fix: 'Deploy the site again, whole. If nobody of yours took it away, look for who did.',
  },
  'verify/redirect': {
    level: 'wrong',
    what: '{where} leads on to {to}.',
    fix: 'Serve it at its own address. If nobody of yours set this up, take the page off and look for who did.',
  },
  'verify/varies': {
    level: 'wrong',
    what: 'Not everybody gets the same page: {some} got another one than {others}.',
    fix: 'Look for a server or CDN that chooses by the browser. Nobody who serves this page honestly needs to.',
  },
  'verify/no-page': {
    level: 'wrong',
    what: '{where} is another page: it carries no roots.',
    fix: 'Take it off, then deploy the sealed site again. Somebody else’s page may ask people for anything.',
  },
  'verify/boot': {
    level: 'wrong',
    what: '{where} has another inline script in place of the sealed one.',
    fix: 'Such a script decides what may run: take the page off, deploy the sealed site again, and look for who changed it.',
  },
  'verify/more-scripts': {
    level: 'wrong',
    what: '{where} has {found} inline scripts, and {wanted} were sealed.',
    fix: 'Take the page off and look for who added them: a CDN’s feature that writes into pages, or an intruder.',
  },
  'verify/more-tags': {
    level: 'wrong',
    what: '{where} has {tag}, which was not sealed.',
    fix: 'Look for who added it: a CDN’s feature that writes into pages, or an intruder.',
  },
  'verify/fewer-tags': {
    level: 'wrong',
    what: '{where} lacks {tag}.',
    fix: 'Deploy the sealed site again, and look for what takes it away.',
  },
  'verify/root': {
    level: 'wrong',
    what: '{where} trusts {found} for {remote}. Sealed was {wanted}.',
    fix: 'Whoever holds those keys can run anything as that team: take the page off and deploy the sealed site again.',
  },
  'verify/trust': {
    level: 'wrong',
    what: '{where} uses other documents than were sealed: least versions, copies, or another block list.',
    fix: 'Deploy the sealed site again. A page that you deployed since wants a new seal.',
  },
  'verify/config': {
    level: 'wrong',
    what: '{where} has another configuration: other remotes, networks or addresses.',
    fix: 'Deploy the sealed site again. A page that you deployed since wants a new seal.',
  },
  'verify/built': {
    level: 'wrong',
    what: '{where} names other scripts of its own, or other hashes of them.',
    fix: 'Take the page off and deploy the sealed site again. A page that you deployed since wants a new seal.',
  },
  'verify/style': {
    level: 'wrong',
    what: '{where} has another style.',
    fix: 'Deploy the sealed site again: a style can hide or cover what people should read.',
  },
  'verify/markup': {
    level: 'wrong',
    what: '{where} has other markup.',
    fix: 'Deploy the sealed site again: words and forms of somebody else can ask people for anything.',
  },
  'verify/altered': {
    level: 'wrong',
    what: '{where} is not what was sealed: its bytes differ.',
    fix: 'Deploy the sealed site again. Look for a proxy that rewrites files; then for an intruder.',
  },
  'verify/type': {
    level: 'wrong',
    what: '{where} is sent as “{found}”. Sealed was “{wanted}”.',
    fix: 'Let the server name types as docs/servers does. As another type a file can become a page or a script.',
  },
  'verify/header-missing': {
    level: 'wrong',
    what: '{where} comes without {name}.',
    fix: 'Send “{name}: {wanted}”. The deploy wrote it into .headers: see that the server reads it, and reload the server.',
  },
  'verify/header-looser': {
    level: 'wrong',
    what: '{where} comes with a looser {name}: {detail}.',
    fix: 'Send what the deploy wrote into .headers. If nobody of yours loosened it, look for who did.',
  },
  'verify/header-other': {
    level: 'wrong',
    what: '{where} comes with another {name}: {detail}.',
    fix: 'Send what the deploy wrote into .headers: see that the server reads it, and reload the server.',
  },
  'verify/header-more': {
    level: 'wrong',
    what: '{where} comes with “{name}: {found}”, which was not sealed.',
    fix: 'Take it away: it makes browsers store, load or send more. If you want it, seal it by --header.',
  },
  'verify/page': { level: 'ok', what: 'The page is what was sealed, for each of {visitors}.' },
  'verify/roots': { level: 'ok', what: 'It trusts the sealed roots: {roots}.' },
  'verify/files': { level: 'ok', what: 'Each of its {count} files is what was sealed.' },
  'verify/headers': {
    level: 'ok',
    what: 'All come with the sealed headers, and with none that matters beside them.',
  },
} as const satisfies FindingTexts<string>;

export type FindingCode = keyof typeof findingTexts;

/** A difference that was met. */
export type VerifyNote = Note<FindingCode>;
