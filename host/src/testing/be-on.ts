import { vi } from 'vitest';
import { devices } from './devices.ts';

/** Has the test's browser say that it is on this device, until mocks are restored. */
export function beOn(device: keyof typeof devices): void {
  const { userAgent, maxTouchPoints } = devices[device];
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(maxTouchPoints);
}
