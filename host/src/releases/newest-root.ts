import { type Bytes, newestRootName } from '@linkspan/trust';
import type { FindNewestRoot } from './releases.ts';

/**
 * The version of the newest root that a server has, by the copy beside the live document; without a copy, the next after
 * the known one. It tells what to ask for, no more. Never rejects.
 */
export const findNewestRoot: FindNewestRoot = async (known, load) => {
  const copy = await load(newestRootName).catch(() => undefined);
  return copy ? readVersion(copy) : known + 1;
};

/** The version that a root claims, whoever signed it; 0 if it cannot be read. */
function readVersion(bytes: Bytes): number {
  try {
    const { payload } = JSON.parse(new TextDecoder().decode(bytes));
    return Number(JSON.parse(atob(payload)).version) || 0;
  } catch {
    return 0;
  }
}
