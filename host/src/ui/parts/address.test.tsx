import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Avatar } from './address.tsx';

const draw = (address: string) => renderToString(<Avatar address={address} />);

it('draws the same picture for the same address, and another one for another', () => {
  const addresses = Array.from({ length: 500 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`);
  expect(new Set(addresses.map(draw)).size).toBe(500);
  expect(addresses.map(draw)).toEqual(addresses.map(draw));
});

it('has two large shapes, a light and a dark one, in near hues', () => {
  for (const address of ['harbour.practice', 'pier.practice', '0xf39F', '']) {
    const colors = [...draw(address).matchAll(/oklch\((\d+)% [.\d]+ (\d+)\)/g)].map(([, l, h]) => [
      Number(l),
      Number(h),
    ]);
    const [[, hue = 0] = [], [light = 0, near = 0] = [], [dark = 0] = []] = colors;
    expect(light - dark).toBeGreaterThan(40);
    expect(Math.abs(((near - hue + 540) % 360) - 180)).toBeLessThanOrEqual(60);
  }
});
