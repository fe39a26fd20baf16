import {
  dictionary,
  LinkspanError,
  list,
  Malformed,
  nonEmptyList,
  record,
  type Shape,
  text,
} from '@linkspan/contract';
import type { Bytes } from './bytes.ts';
import { readEnvelope } from './envelope.ts';
import type { Format } from './format.ts';
import {
  assertUnique,
  count,
  fileFields,
  hash,
  instant,
  integrity,
  openRecord,
  remoteName,
} from './forms.ts';
import { assertFillable, type Keys, keysShape, type Role, roleShape } from './key.ts';
import { assertNotExpired, assertNotOlder, assertRemote } from './refusal.ts';
import { verifyEnvelope } from './signatures.ts';

/** A file of the page's site, as it is served. */
export interface SealedFile {
  /** Relative to the origin, as a browser writes it: `a%20b.js`; the page itself is `index.html`. */
  readonly path: string;
  readonly bytes: number;
  /** `sha384-` and base64, as Subresource Integrity has it. */
  readonly integrity: string;
  /** The media type, with its charset. */
  readonly type: string;
}

/** The headers that come with every path of a form: `/assets/*`, or one path. Names in small letters. */
export interface SealedHeaders {
  readonly path: string;
  readonly values: Readonly<Record<string, string>>;
}

/** A root that the page carries. */
export interface SealedRoot {
  readonly remote: string;
  readonly version: number;
  /** The `sha384-` of the root as canonical JSON, so that a changed threshold is visible too. */
  readonly integrity: string;
  /** Every key that it names. */
  readonly keyids: readonly string[];
}

/** The parts of the page, so that a difference can be named. */
export interface SealedPage {
  /** The inline scripts in their order, each as the `sha384-` of its text. */
  readonly scripts: readonly string[];
  /** The start tags of elements that load, run or configure, unchanged. */
  readonly tags: readonly string[];
  readonly roots: readonly SealedRoot[];
  /** The rest, each as a `sha384-`. */
  readonly config: string;
  readonly trust: string;
  readonly built: string;
  readonly style: string;
  readonly markup: string;
}

/** The signed list of the deployed site. */
export interface Seal {
  /** Such as `https://wallets.example`. */
  readonly origin: string;
  readonly version: number;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly files: readonly [SealedFile, ...SealedFile[]];
  readonly headers: readonly SealedHeaders[];
  readonly page: SealedPage;
}

const headerName = text(
  'the name of a header in small letters',
  (value) => /^[a-z][a-z0-9-]*$/.test(value),
  60,
);
const oneLine = (most: number) => text('one line', (value) => /^\P{Cc}+$/u.test(value), most);

/** A browser asks for it under this very path. */
const sitePath = text(
  'a path as a browser writes it',
  (value) =>
    !/^(\/|$)|\/(\/|$)/.test(value) && new URL(`https://site.invalid/${value}`).pathname === `/${value}`,
  300,
);

/** Strict, as the files of a release are. */
const files = nonEmptyList(record({ ...fileFields, path: sitePath, type: oneLine(100) }), 1_000);

const root = openRecord({
  remote: remoteName,
  version: count,
  integrity,
  keyids: list(hash, 32),
});

const shape: Shape<Seal> = openRecord({
  origin: text('an origin such as https://wallets.example', isOrigin, 300),
  version: count,
  createdAt: instant,
  expiresAt: instant,
  files,
  headers: list(
    openRecord({
      path: text('a path that begins with /', (value) => /^\/[^\s*]*\*?$/.test(value), 300),
      values: dictionary(headerName, oneLine(16_000), 40),
    }),
    500,
  ),
  page: openRecord({
    scripts: list(integrity, 500),
    tags: list(text(), 2_000),
    roots: list(root, 50),
    config: integrity,
    trust: integrity,
    built: integrity,
    style: integrity,
    markup: integrity,
  }),
});

export const sealFormat: Format<Seal> = {
  name: 'seal',
  payloadType: 'application/vnd.linkspan.seal.v2+json',
  mostBytes: 500_000,
  shape(value, place) {
    const seal = shape(value, place);
    assertUnique(
      seal.files.map(({ path }) => path),
      (index) => `${place}.files[${index}].path`,
    );
    if (!seal.files.some(({ path }) => path === 'index.html'))
      throw new Malformed(`${place}.files`, 'with index.html among them');
    return seal;
  },
};

function isOrigin(value: string): boolean {
  return /^https?:\/\//.test(value) && URL.canParse(value) && new URL(value).origin === value;
}

/** The keys of the host team, which sign the seal of its page. */
export interface HostKeys {
  readonly keys: Keys;
  readonly role: Role;
}

const hostKeys: Shape<HostKeys> = openRecord({ keys: keysShape, role: roleShape });

/** The host team's keys, from unknown. Throws `config/malformed` with the place, which begins with `place`. */
export function parseHostKeys(value: unknown, place: string): HostKeys {
  try {
    const found = hostKeys(value, place);
    assertFillable(found.keys, found.role, `${place}.role`);
    return found;
  } catch (cause) {
    if (!(cause instanceof Malformed)) throw cause;
    throw new LinkspanError('config/malformed', { place: cause.place, expected: cause.expected }, { cause });
  }
}

/**
 * Verifies the host team's seal of a page. `origin` is the page's, `seen` the highest version verified for it, or 0; `now` is in milliseconds since 1970.
 * Rejects with `release/unsigned`, `release/other-remote` if it is of another origin, `release/older`,
 * `release/expired`, `release/malformed` or `release/uncheckable`.
 */
export async function verifySeal(options: {
  readonly hostKeys: HostKeys;
  readonly envelope: Bytes;
  readonly origin: string;
  readonly seen: number;
  readonly now: number;
}): Promise<Seal> {
  const { hostKeys, origin, seen, now } = options;
  const envelope = readEnvelope(sealFormat, options.envelope, origin);
  const authority = { remote: origin, keys: hostKeys.keys, role: hostKeys.role };
  const seal = await verifyEnvelope(sealFormat, envelope, authority);
  assertRemote(origin, seal.origin);
  assertNotOlder(origin, sealFormat.name, seen, seal.version);
  assertNotExpired(origin, sealFormat.name, seal.expiresAt, now);
  return seal;
}
