import { openStore } from '../../store/open-store.ts';
import { parseStoreAddress } from '../../store/parse-address.ts';
import { startAzurite } from '../start-azurite.ts';
import { frontBucket, frontKeys, startS3Front } from '../start-s3-front.ts';

/** Stores of S3 and Azure, in stand-ins of both. */
export interface Clouds extends AsyncDisposable {
  /** As `openStore`, which must take the address and the environment. */
  readonly openAway: typeof openStore;
}

/** Starts the stand-ins of both clouds. */
export async function openClouds(): Promise<Clouds> {
  const [front, azurite] = [await startS3Front(), await startAzurite()];
  return {
    async openAway(address, env) {
      const { kind } = parseStoreAddress(address, env);
      if (kind === 's3') return openStore(`s3://${frontBucket}?endpoint=${front.endpoint}`, frontKeys);
      const { connectionString: AZURE_STORAGE_CONNECTION_STRING, container } = azurite;
      return openStore(`azure://${container}`, { AZURE_STORAGE_CONNECTION_STRING });
    },
    async [Symbol.asyncDispose]() {
      await front.close();
      await azurite.close();
    },
  };
}
