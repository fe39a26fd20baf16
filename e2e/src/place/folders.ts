import { join } from 'node:path';
import { root } from '../../../tasks/root.mjs';

/** What the journeys write; Git leaves it out. */
export const outputFolder = join(root, '.linkspan', 'e2e');

/** Pictures for people to look at. */
export const screensFolder = join(root, '.linkspan', 'screens');

/** The copy of a remote's build that the journeys are served, so that a build meanwhile changes nothing. */
export function releaseFolder(remote: string): string {
  return join(outputFolder, remote);
}
