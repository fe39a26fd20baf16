import { formatHex } from 'culori';
import { describe, expect, it } from 'vitest';
import { parseColor } from './color.ts';

const read = (text: string) => parseColor(text) ?? expect.unreachable(text);

describe('a color', () => {
  it.each([
    ['#fff', '#ffffff'],
    ['#1a2', '#11aa22'],
    ['#0B57D0', '#0b57d0'],
    // CSS Color 4, "Sample conversions": the primaries of sRGB in oklch.
    ['oklch(62.796% 0.25768 29.234)', '#ff0000'],
    ['oklch(0.86644 0.29483 142.495)', '#00ff00'],
    ['OKLCH( 45.201%  .31321 264.052 )', '#0000ff'],
    ['oklch(100% 0 0)', '#ffffff'],
    ['oklch(59.987% 0 0)', '#808080'],
    ['oklch(0 0 0)', '#000000'],
  ])('%s is %s', (text, hex) => {
    expect(formatHex(read(text))).toBe(hex);
  });

  it('that sRGB cannot show is cut off in each channel', () => {
    expect(formatHex(read('oklch(86.644% 0.4 142.495)'))).toBe('#00ff00');
  });

  it.each([
    '',
    'red',
    '#12',
    '#12345',
    '#12345678',
    '#ggg',
    ' #fff',
    '#fff}',
    'rgb(0 0 0)',
    'oklch(50% 0.1)',
    'oklch(50% 0.1 200 / 50%)',
    'oklch(50% 0.1 200deg)',
    'oklch(50 0.1 200)',
    'oklch(101% 0.1 200)',
    'oklch(50% 0.6 200)',
    'oklch(50% 0.1 361)',
    'oklch(50% -0.1 200)',
    'oklch(50% 0.1 200);color:red',
  ])('is not %j', (text) => {
    expect(parseColor(text)).toBeUndefined();
  });
});
