import type { Attack, Group } from './attack.ts';
import { attacksOnAssets } from './on-assets.ts';
import { attacksOnDocuments } from './on-documents.ts';
import { attacksOnFiles } from './on-files.ts';
import { attacksOnPage } from './on-page.ts';
import { attacksWithoutHeaders } from './without-headers.ts';

/** An attack with the part of the table that its row belongs to. */
export interface GroupedAttack extends Attack {
  readonly group: Group;
}

const lists: Readonly<Partial<Record<Group, readonly Attack[]>>> = {
  files: attacksOnFiles,
  assets: attacksOnAssets,
  documents: attacksOnDocuments,
  page: [...attacksOnPage, ...attacksWithoutHeaders],
};

/** All attacks, in the order of the table. */
export const attacks: readonly GroupedAttack[] = Object.entries(lists).flatMap(([group, list]) =>
  list.map((attack) => ({ ...attack, group: group as Group })),
);
