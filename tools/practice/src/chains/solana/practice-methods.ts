import { z } from 'zod';
import type { Methods } from './methods.ts';
import { parseParams, u53 } from './params.ts';

const ofCount = z.tuple([u53]);

/** What no node has: the hand of whoever tries how a page bears it. */
export const practiceMethods: Methods = {
  /** Makes so many slots at once: 151 of them end what could have landed until then. */
  practice_skipSlots({ blocks }, params) {
    const [count] = parseParams(ofCount, params);
    blocks.skip(count);
    return blocks.height();
  },
};
