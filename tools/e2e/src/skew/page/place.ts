import type { Card } from './card.ts';
import type { Edition } from './edition.ts';
import type { Family } from './family.ts';
import type { Federation } from './federation.ts';
import type { Release } from './load-release.ts';
import type { PageFamily, PageView } from './page-family.ts';

/** A family's place in the page, and the release that is to serve it. */
export interface Place {
  readonly edition: Edition;
  readonly config: PageFamily;
  readonly family: Family;
  readonly card: Card;
  readonly view: PageView;
  readonly federation: Federation;
  readonly release: Release;
}
