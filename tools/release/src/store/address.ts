import { toWrongAddress } from './errors.ts';
import { assertStorePath } from './path.ts';

/** The environment variables of the command. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a store is and how to get in. `address` is for people and holds no secret; a prefix is empty or ends in `/`. */
export type StoreAddress =
  | { readonly kind: 'local'; readonly address: string; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly address: string;
      readonly bucket: string;
      readonly prefix: string;
      readonly region: string;
      readonly endpoint?: string | undefined;
      readonly keys?: S3Keys | undefined;
    }
  | {
      readonly kind: 'azure';
      readonly address: string;
      readonly container: string;
      readonly prefix: string;
      readonly access: AzureAccess;
    };

/** An S3 key and its secret. */
export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** How Azure lets us in. An endpoint has no slash at its end; a token (SAS) no question mark at its beginning. */
export type AzureAccess =
  | { readonly kind: 'connection-string'; readonly text: string }
  | { readonly kind: 'key'; readonly endpoint: string; readonly account: string; readonly key: string }
  | { readonly kind: 'token'; readonly endpoint: string; readonly token: string };

/** The parts of `scheme://name/prefix?parameter=value`. The prefix is empty or ends in `/`. */
export interface BucketAddress {
  readonly name: string;
  readonly prefix: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** What an address of this kind looks like. */
export interface BucketForm {
  readonly name: RegExp;
  /** The rule of `name` in words. */
  readonly nameRule: string;
  readonly parameters: readonly string[];
  readonly example: string;
}

/** Takes an address apart. What it throws repeats no value of a parameter: it could be a key. Throws `store/address`. */
export function parseBucketAddress(text: string, form: BucketForm): BucketAddress {
  const url = URL.canParse(text) ? new URL(text) : refuse('it cannot be read', form.example);
  if (url.username !== '' || url.password !== '')
    refuse('it holds a key', 'without keys, which belong in environment variables');
  if (url.port !== '' || url.hash !== '') refuse('it has a port or a #', form.example);
  const name = decode(url.hostname, form);
  if (!form.name.test(name)) refuse(name === '' ? 'a name is missing after //' : `“${name}”`, form.nameRule);
  const prefix = toPrefix(decode(url.pathname, form));
  return { name, prefix, parameters: toParameters(url.searchParams, form) };
}

function toPrefix(pathname: string): string {
  const path = pathname.replace(/^\/+|\/+$/g, '');
  if (path === '') return '';
  assertStorePath(path);
  return `${path}/`;
}

function toParameters(given: URLSearchParams, { parameters }: BucketForm): ReadonlyMap<string, string> {
  const expected = parameters.join(' or ');
  const found = new Map<string, string>();
  for (const [name, value] of given) {
    if (!parameters.includes(name)) refuse(`its parameter “${name}” is not known`, expected);
    if (found.has(name)) refuse(`its parameter “${name}” is there twice`, 'there once');
    if (value === '') refuse(`its parameter “${name}” is empty`, 'followed by = and a value');
    found.set(name, value);
  }
  return found;
}

/** Reads an endpoint: an address of http or https alone, without a slash at its end. Throws `store/address`. */
export function parseEndpoint(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain =
    url && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === '';
  if (!url || !isPlain) refuse('its endpoint', 'an address such as https://storage.example.com');
  return url.href.replace(/\/+$/, '');
}

function decode(text: string, form: BucketForm): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse('it cannot be read', form.example);
  }
}

function refuse(place: string, expected: string): never {
  throw toWrongAddress(place, expected);
}
