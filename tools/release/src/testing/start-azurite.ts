import { createRequire } from 'node:module';
import { ContainerClient } from '@azure/storage-blob';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';

/** A running Azurite with one container that everyone may read. */
export interface Azurite {
  readonly connectionString: string;
  readonly endpoint: string;
  readonly container: string;
  close(): Promise<void>;
}

/** Opens a store in Azurite, to which this process's environment leads afterwards. */
export function openInAzurite({ connectionString }: Azurite, address: string): Promise<Store> {
  process.env.AZURE_STORAGE_CONNECTION_STRING = connectionString;
  return openStore(address, () => Promise.resolve());
}

interface BlobServer {
  start(): Promise<void>;
  close(): Promise<void>;
  getHttpServerAddress(): string;
}

/** Starts Microsoft's own emulator of Azure Blob storage in this process: in memory, on a free port. */
export async function startAzurite(): Promise<Azurite> {
  const server = createServer();
  await server.start();
  // Published with Azurite, for everyone.
  const account = 'devstoreaccount1';
  const key = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';
  const endpoint = `${server.getHttpServerAddress()}/${account}`;
  const connectionString = `DefaultEndpointsProtocol=http;AccountName=${account};AccountKey=${key};BlobEndpoint=${endpoint};`;
  const container = 'practice-container';
  await new ContainerClient(connectionString, container).create({ access: 'blob' });
  return { connectionString, endpoint, container, close: () => server.close() };
}

/** Azurite's own parts: its command knows neither port 0 nor how to end within a process. */
function createServer(): BlobServer {
  const require = createRequire(import.meta.url);
  const { default: Configuration } = require('azurite/dist/src/blob/BlobConfiguration.js');
  const { default: Server } = require('azurite/dist/src/blob/BlobServer.js');
  const place = ['127.0.0.1', 0, undefined, undefined, undefined];
  const logs = [false, undefined, false, undefined];
  const [isLoose, skipsVersionCheck, isPathStyle, isInMemory] = [false, true, true, true];
  const encryption = ['', '', '', undefined];
  const rules = [isLoose, skipsVersionCheck, ...encryption, isPathStyle, isInMemory];
  return new Server(new Configuration(...place, ...logs, ...rules));
}
