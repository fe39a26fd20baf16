import decodeQR from 'qr/decode.js';
import { expect, it } from 'vitest';
import { toQrPath } from './qr-path.lazy.ts';

const scale = 4;

function toRuns(path: string) {
  return [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)].map(([, x, y, length]) => ({
    ...{ x: Number(x), y: Number(y), length: Number(length) },
  }));
}

/** The drawing as a camera sees it: dark on white. */
function toImage({ path, side }: ReturnType<typeof toQrPath>) {
  const size = side * scale;
  const data = new Uint8Array(size * size * 4).fill(255);
  for (const { x, y, length } of toRuns(path))
    for (let row = y * scale; row < (y + 1) * scale; row += 1)
      for (let at = x * scale; at < (x + length) * scale; at += 1) data.set([0, 0, 0], (row * size + at) * 4);
  return { width: size, height: size, data };
}

it.each([
  'https://app.hot-labs.org/link?hotcall-da39a3ee5e6b4b0d3255bfef95601890afd80709',
  `wc:${'7f'.repeat(32)}@2?relay-protocol=irn&symKey=${'0a'.repeat(32)}`,
])('draws a code that reads %s', (text) => {
  expect(decodeQR(toImage(toQrPath(text)))).toBe(text);
});

it('leaves four modules free at each side', () => {
  const { path, side } = toQrPath('Ahoy');
  const runs = toRuns(path);
  expect(Math.min(...runs.map(({ x }) => x))).toBe(4);
  expect(Math.min(...runs.map(({ y }) => y))).toBe(4);
  expect(Math.max(...runs.map(({ x, length }) => x + length))).toBe(side - 4);
  expect(Math.max(...runs.map(({ y }) => y + 1))).toBe(side - 4);
});

it('throws if a text is too long', () => {
  expect(() => toQrPath('€'.repeat(1_000))).toThrow();
});
