import type { Family } from './family.ts';

/** A family's mark: the path of its outline in a square of 20, and the hue of its color in oklch. */
export interface FamilyMark {
  readonly path: string;
  readonly hue: number;
}

/** The marks of the families that practice has. */
export const familyMarks: Readonly<Record<Family, FamilyMark>> = {
  evm: { path: 'M10 1.2 15.4 10 10 13.2 4.6 10zM10 18.8 15.4 11.7 10 14.9 4.6 11.7z', hue: 268 },
  solana: {
    path: 'M5.6 3.6h11l-2.3 3.1h-11zM3.3 8.4h11l2.3 3.1h-11zM5.6 13.2h11l-2.3 3.1h-11z',
    hue: 305,
  },
  near: {
    path: 'M3.35 4.4a1.25 1.25 0 0 1 2.15-.87l8.65 8.97V4.4a1.25 1.25 0 0 1 2.5 0v11.2a1.25 1.25 0 0 1-2.15.87L5.85 7.5v8.1a1.25 1.25 0 0 1-2.5 0z',
    hue: 168,
  },
};
