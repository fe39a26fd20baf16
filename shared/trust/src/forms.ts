import { integer, list, Malformed, record, text } from '@linkspan/contract';

/** A remote's name, such as `remote-evm`. */
export const remoteName = text('a remote name', (value) => /^[a-z][a-z0-9-]{0,63}$/.test(value));

/** The version of a document, or the sequence of a release: both count up. */
export const count = integer(1, 2 ** 31 - 1);

/** A SHA-256 in lowercase hexadecimal. */
export const hash = text('a sha256', (value) => /^[0-9a-f]{64}$/.test(value));

/** A semantic version without build metadata. */
export const isVersion = (value: string) =>
  /^(0|[1-9]\d{0,8})(\.(0|[1-9]\d{0,8})){2}(-[\dA-Za-z-]+(\.[\dA-Za-z-]+)*)?$/.test(value);

export const semver = text('a version such as 1.2.3', isVersion);

/** ISO 8601 in UTC to the second, such as `2026-11-05T12:00:00Z`; the day must exist. */
export const instant = text(
  'an instant',
  (value) => Date.parse(value) >= 0 && new Date(value).toISOString().replace('.000', '') === value,
  20,
);

/** The path of a file, relative to its release. */
export const filePath = text(
  'a relative path',
  (value) => /^[\w@-][\w@.-]*(\/[\w@-][\w@.-]*)*$/.test(value),
  300,
);

/** The folder of a release, relative to its live document; empty or ending in `/`. */
export const folder = text('a folder ending in /', (value) => /^([\w@-][\w@.-]*\/)*$/.test(value), 300);

/** Subresource Integrity: `sha384-` and 64 base64 digits. */
export const integrity = text('sha384- and base64', (value) => /^sha384-[A-Za-z0-9+/]{64}$/.test(value));

/** The path, size and hash of a file. */
export const fileFields = { path: filePath, bytes: integer(0, 20_000_000), integrity };

/** The files of a release. Strict: a file must mean the same to old and new readers. */
export const releaseFiles = list(record(fileFields), 500);

/** The packages that are in the files of a release. */
export const packages = list(
  text('name@version', (value) => /^\S+@\S+$/.test(value), 300),
  500,
);

/**
 * A record of a signed payload. As TUF has it (section 4), fields that are not known are covered by the signature,
 * left out and not refused: a later form may add some. A field that readers must not ignore needs a new payload type.
 */
export const openRecord: typeof record = (required, optional) => {
  const shape = record(required, optional);
  const known = Object.keys({ ...required, ...optional });
  return (value, place) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return shape(value, place);
    return shape(Object.fromEntries(Object.entries(value).filter(([key]) => known.includes(key))), place);
  };
};

/** Throws `Malformed` at the second of two equal texts. */
export function assertUnique(texts: readonly (string | number)[], toPlace: (index: number) => string): void {
  const again = texts.findIndex((one, index) => texts.indexOf(one) !== index);
  if (again >= 0) throw new Malformed(toPlace(again), 'unique in the list');
}
