import { join } from 'node:path';
import { askedAs, forever, hardened, passedOn } from '@linkspan/stack/route';
import { type Answer, type Asked, give, isReading, refuse } from './answer.ts';
import { readPacked } from './read-packed.ts';

/** An address below which a page's origin answers for a remote, and the folder of that remote's store. */
export interface Route {
  /** With a slash at both ends. */
  readonly path: string;
  readonly folder: string;
}

/** Answers by a route, with the rules and the headers of a page's own server: no tag is among them. */
export async function answerByRoute({ path, folder }: Route, asked: Asked): Promise<Answer> {
  if (!isReading(asked)) return refuse(405, hardened);
  const wanted = `${asked[':path']}`.slice(path.length);
  if (!passedOn.test(wanted)) return refuse(404, hardened);
  if (!askedAs.has(`${asked['sec-fetch-dest']}`)) return refuse(403, hardened);
  const file = await readPacked(join(folder, wanted));
  if (!file) return refuse(404, hardened);
  const kept = wanted.endsWith('.json') ? 'no-cache' : forever;
  return give(file, asked, { ...hardened, 'cache-control': kept });
}
