import type { Family } from '../wallets/family.ts';
import { families } from '../wallets/family.ts';
import { parseList, parseRecord, parseText } from '../wallets/shape.ts';

/** A remote of the page, and where it is served. */
export interface ServedRemote {
  readonly family: Family;
  readonly name: string;
  readonly url: string;
}

/** Beside the practice wallets, for pages that are served with them: what the page's configuration says of its remotes. */
const file = 'bench.json';

/** The remotes of the page that the practice wallets are in. Rejects where nothing tells of them. */
export async function loadRemotes(beside: string): Promise<readonly ServedRemote[]> {
  const response = await fetch(new URL(file, beside));
  return parseRemotes(await response.json());
}

/** Throws a TypeError that names the field. */
export function parseRemotes(value: unknown): readonly ServedRemote[] {
  const { remotes } = parseRecord(value, file, ['remotes']);
  return parseList(remotes, 'remotes', (one, where) => {
    const { family, name, url } = parseRecord(one, where, ['family', 'name', 'url']);
    return {
      family: parseFamily(family, `${where}.family`),
      name: parseText(name, `${where}.name`),
      url: parseText(url, `${where}.url`),
    };
  });
}

function parseFamily(value: unknown, where: string): Family {
  const family = families.find((one) => one === value);
  if (family !== undefined) return family;
  throw new TypeError(`${where} must be one of ${families.join(', ')}.`);
}
