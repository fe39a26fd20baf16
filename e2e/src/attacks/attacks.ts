import type { Attack } from './attack.ts';
import { attacksOnDocuments } from './on-documents.ts';
import { attacksOnFiles } from './on-files.ts';

/** All attacks by way of a remote's store. */
export const attacks: readonly Attack[] = [...attacksOnFiles, ...attacksOnDocuments];
