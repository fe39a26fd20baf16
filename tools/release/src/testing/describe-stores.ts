import { afterAll, beforeAll, describe } from 'vitest';
import { openLocalStore } from '../store/local-store.ts';
import type { Store } from '../store/store.ts';
import { temporaryFolder } from './folders.ts';
import { type Azurite, openInAzurite, startAzurite } from './start-azurite.ts';
import { frontBucket, openInFront, type S3Front, startS3Front } from './start-s3-front.ts';

/** Opens one and the same store again, as each publisher does on a machine of its own. */
export type OpenStore = () => Promise<Store>;

/** The same tests on a store of each kind. `create` makes a new and empty one. */
export function describeStores(title: string, tests: (create: () => Promise<OpenStore>) => void): void {
  let count = 0;
  const toPrefix = () => {
    count += 1;
    return `store-${count}`;
  };

  describe(`${title} in a local directory`, () => {
    tests(async () => {
      const folder = await temporaryFolder();
      return async () => openLocalStore(folder);
    });
  });

  describe(`${title} in S3`, () => {
    let front: S3Front;
    beforeAll(async () => {
      front = await startS3Front();
    });
    afterAll(() => front.close());
    tests(async () => {
      const address = `s3://${frontBucket}/${toPrefix()}`;
      return () => openInFront(front, address);
    });
  });

  describe(`${title} in Azure`, () => {
    let azurite: Azurite;
    beforeAll(async () => {
      azurite = await startAzurite();
    });
    afterAll(() => azurite.close());
    tests(async () => {
      const address = `azure://${azurite.container}/${toPrefix()}`;
      return () => openInAzurite(azurite, address);
    });
  });
}
