import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { strictJson } from './strict-json.ts';
import type {
  WrittenBlocklist,
  WrittenEnvelope,
  WrittenKeys,
  WrittenLive,
  WrittenManifest,
  WrittenRole,
  WrittenRoot,
} from './written.ts';

const ajv = new Ajv2020({ strict: true });
const [envelope, root, manifest, live, blocklist] = ['envelope', 'root', 'manifest', 'live', 'blocklist'].map(
  (name) => {
    const file = new URL(`../../../schemas/${name}.schema.json`, import.meta.url);
    return ajv.compile(JSON.parse(readFileSync(file, 'utf8')) as object);
  },
);

/** What bytes say, where they have the form of the document: by its published schema and what no schema can say. */
export const written = {
  envelope: (bytes: Uint8Array, most: number) => read<WrittenEnvelope>(envelope, bytes, most),
  root: (bytes: Uint8Array) =>
    only(read<WrittenRoot>(root, bytes, 64_000), ({ expiresAt, keys, roles }) => [
      isInstant(expiresAt),
      isFillable(keys, roles.root),
      isFillable(keys, roles.release),
      isFillable(keys, roles.live),
      roles.root.keyids.every((id) => keys[id]?.kind === 'person'),
    ]),
  manifest: (bytes: Uint8Array) =>
    only(read<WrittenManifest>(manifest, bytes, 200_000), ({ builtAt, files, discovery, entry, preload }) => [
      isInstant(builtAt),
      isUnique(files.map(({ path }) => path)),
      [discovery, entry, ...preload].every((path) => files.some((file) => file.path === path)),
    ]),
  /** Its times, paths and shares are rules of their own. */
  live: (bytes: Uint8Array) =>
    only(read<WrittenLive>(live, bytes, 500_000), ({ issuedAt, expiresAt, since }) => [
      [issuedAt, expiresAt, since ?? issuedAt].every(isInstant),
    ]),
  blocklist: (bytes: Uint8Array) =>
    only(read<WrittenBlocklist>(blocklist, bytes, 64_000), ({ expiresAt }) => [isInstant(expiresAt)]),
};

export function isUnique(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

function read<Value>(schema: typeof live, bytes: Uint8Array, most: number): Value | undefined {
  const value = strictJson(bytes, most);
  return schema?.(value) === true ? (value as Value) : undefined;
}

function only<Value>(
  value: Value | undefined,
  rules: (value: Value) => readonly boolean[],
): Value | undefined {
  return value !== undefined && rules(value).every((isKept) => isKept) ? value : undefined;
}

/** Its form is known: the day must exist, and not be before 1970. */
function isInstant(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split(/[-T]/).map(Number);
  const isLeap = year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0);
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return year >= 1970 && day <= (days[month - 1] ?? 0);
}

function isFillable(keys: WrittenKeys, { keyids, threshold, persons = 0 }: WrittenRole): boolean {
  const people = keyids.filter((id) => keys[id]?.kind === 'person');
  return (
    keyids.every((id) => Object.keys(keys).includes(id)) &&
    isUnique(keyids) &&
    threshold <= keyids.length &&
    persons <= threshold &&
    persons <= people.length
  );
}
