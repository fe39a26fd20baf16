import { vi } from 'vitest';
import type { DeviceFacts } from '../ui/dialog/reach.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';
const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0';

/** What browsers say of the devices that they are on, in place of `navigator`. */
export const devices = {
  'Chrome on Android': {
    userAgent: `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`,
    maxTouchPoints: 5,
    userAgentData: { mobile: true },
  },
  'Firefox on Android': {
    userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
    maxTouchPoints: 5,
  },
  'Chrome on an Android tablet': {
    userAgent: `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Safari/537.36`,
    maxTouchPoints: 5,
    userAgentData: { mobile: false },
  },
  'Safari on iOS': {
    userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${safari} Mobile/15E148 Safari/604.1`,
    maxTouchPoints: 5,
  },
  'Safari on iPadOS': {
    userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari} Safari/605.1.15`,
    maxTouchPoints: 5,
  },
  'Chrome on Windows with touch': {
    userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`,
    maxTouchPoints: 10,
    userAgentData: { mobile: false },
  },
  'Safari on macOS': {
    userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari} Safari/605.1.15`,
    maxTouchPoints: 0,
  },
} satisfies Readonly<Record<string, DeviceFacts>>;

/** Puts the test's browser on this device until mocks are restored. */
export function beOn(device: keyof typeof devices): void {
  const { userAgent, maxTouchPoints } = devices[device];
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(maxTouchPoints);
}
