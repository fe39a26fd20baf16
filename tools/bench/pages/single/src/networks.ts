import type { PracticeNetwork } from '@linkspan/practice/networks';
import type { Family } from './families.ts';

/** What the page's HTML says of the networks. */
export const networks: Record<Family, PracticeNetwork> = JSON.parse(
  document.getElementById('networks')?.textContent ?? '',
);
