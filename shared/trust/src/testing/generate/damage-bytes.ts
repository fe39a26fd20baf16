import type { Bytes } from '../../bytes.ts';
import type { Random } from '../random.ts';

/** JSON bytes written otherwise: some still say the same, some something else, some nothing. */
export function damageText(random: Random, bytes: Bytes): Bytes {
  const text = new TextDecoder().decode(bytes);
  const key = random.pick([
    'version',
    'remote',
    'releases',
    'floor',
    'keys',
    'payload',
    'sig',
    'blocked',
    'files',
  ]);
  const depth = random.whole([8, 14]);
  const written = random.pick([
    text.replace(/[,:]/g, random.pick(['$& ', ' $&', '$&\n', '$&\t'])),
    text.replace(`"${key}":`, `"${key}":1,"${key}":`),
    text.replace(`"${key}":`, `"\\u00${key.charCodeAt(0).toString(16)}${key.slice(1)}":1,"${key}":`),
    text.replace(`"${key}":`, `"\\u00${key.charCodeAt(0).toString(16)}${key.slice(1)}":`),
    text.replace(`"${key}":`, `"unknown":${'['.repeat(depth)}${']'.repeat(depth)},"${key}":`),
    text.replace(
      /:(\d+)([,}])/,
      random.pick([':$1.0$2', ':$1e0$2', ':0$1$2', ':-$1$2', ':"$1"$2', ':$1.5$2']),
    ),
    text.replace(/^\{/, random.pick(['{,', '\ufeff{', '[', '{"a":', '{"__proto__":{},'])),
    `${text}${random.pick([' ', ',', '{}', '\0', '//'])}`,
  ]);
  return new TextEncoder().encode(written);
}

/** Bytes with some turned, gone, added or said twice. */
export function damageBytes(random: Random, bytes: Bytes): Bytes {
  const at = random.whole([0, Math.max(0, bytes.length - 1)]);
  const length = random.whole([1, 40]);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  return random.pick([
    bytes.map((byte, index) => (index === at ? byte ^ (1 << random.whole([0, 7])) : byte)),
    before.slice(),
    join(before, after.subarray(length)),
    join(before, after.subarray(0, length), after),
    join(
      before,
      Uint8Array.from({ length }, () => random.whole([0, 255])),
      after,
    ),
  ]);
}

/** The same JSON with spaces at its end, so that it has this many bytes. */
export function padded(bytes: Bytes, length: number): Bytes {
  return join(bytes, new Uint8Array(Math.max(0, length - bytes.length)).fill(0x20));
}

function join(...parts: readonly Uint8Array[]): Bytes {
  return new Uint8Array(Buffer.concat(parts));
}
