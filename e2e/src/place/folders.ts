import { join } from 'node:path';
import { storeOf } from '../../../tasks/rehearse.mjs';
import { root } from '../../../tasks/root.mjs';
import { houseName } from './addresses.ts';

/** What the journeys write; Git leaves it out. */
export const outputFolder = join(root, '.linkspan', houseName);

/** The common page's name below `.linkspan`; its configuration is beside it. */
export const siteName = `${houseName}-site`;

/** Pictures for people to look at. */
export const screensFolder = join(root, '.linkspan', 'screens');

/** Where the journeys' practice store and its keys are, below `.linkspan`. */
export const practiceFolder = join(outputFolder, 'practice');

/** What the journeys' store has of a remote: its documents and its releases. */
export function releaseFolder(remote: string): string {
  return join(storeOf(practiceFolder), remote);
}
