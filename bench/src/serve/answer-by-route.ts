import { join } from 'node:path';
import { type Answer, type Asked, forever, give, isReading, refuse } from './answer.ts';
import { readPacked } from './read-packed.ts';

/** An address below which a page's origin answers for a remote, and the folder of that remote's store. */
export interface Route {
  /** With a slash at both ends. */
  readonly path: string;
  readonly folder: string;
}

/** What follows a route's path: nothing else of a store goes by it. */
const routed = /^(live\.json|releases\/([\w@-][\w@.-]*\/)+discovery[\w@.-]*\.js)$/;

/** As what a browser may ask for it. */
const destinations = ['empty', 'script'];

const hardened = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
};

/** Answers by a route, with the headers that a page's own server makes for it (`tasks/route.mjs`): no tag is among them. */
export async function answerByRoute({ path, folder }: Route, asked: Asked): Promise<Answer> {
  if (!isReading(asked)) return refuse(405, hardened);
  const wanted = `${asked[':path']}`.slice(path.length);
  if (!routed.test(wanted)) return refuse(404, hardened);
  if (!destinations.includes(`${asked['sec-fetch-dest']}`)) return refuse(403, hardened);
  const file = await readPacked(join(folder, wanted));
  if (!file) return refuse(404, hardened);
  const kept = wanted.endsWith('.json') ? 'no-cache' : forever;
  return give(file, asked, { ...hardened, 'cache-control': kept });
}
