import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { field, isLocalNetwork } from '@linkspan/contract';
import { expandConfig, type PracticeData, practicePackage } from '@linkspan/contract/short-config';
import { type ConfigSource, packagesFolder, parseConfig, toMistake } from '../config.ts';
import { readJsonFile } from './read-configured.ts';

/** A page's configuration in its long form, and the files that it brings, by their paths below the site. */
export interface ReadConfig {
  readonly source: ConfigSource;
  /** Whether it was written in its short form. */
  readonly isShort: boolean;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Reads the configuration of a file, or a given one whose paths are relative to that file's folder. Rejects with
 * `config/malformed` and `config/duplicate`.
 */
export async function readConfig(configFile: string, given?: unknown): Promise<ReadConfig> {
  const value = given ?? (await readJsonFile(configFile));
  const isShort = field(value, 'families') === undefined;
  const practice =
    isShort && field(value, 'practice') === true ? await readPractice(dirname(configFile)) : undefined;
  const source = parseConfig(expandConfig(value, practice?.data));
  assertPracticeAlone(source);
  return { source, isShort, files: practice?.files ?? new Map() };
}

/** Throws `config/malformed` for practice wallets beside chains of others: they sign for anyone, with keys that are public. */
function assertPracticeAlone({ practice, families }: ConfigSource): void {
  if (practice === undefined) return;
  for (const { networks } of families) {
    const other = networks.find((network) => !isLocalNetwork(network));
    if (other)
      throw toMistake(
        'practice',
        `left out: ${other.title} is no chain of this machine, and practice wallets are for those alone`,
      );
  }
}

/** The main export of the practice package. */
interface Practice {
  practicePage(env: NodeJS.ProcessEnv): Omit<PracticeData, 'module'>;
  /** The module of its wallets. */
  readonly walletsFile: string;
}

/** Undefined if the package is not installed. */
async function readPractice(
  folder: string,
): Promise<{ readonly data: PracticeData; readonly files: ReadonlyMap<string, Uint8Array> } | undefined> {
  const main = findPractice(folder);
  if (main === undefined) return undefined;
  const { practicePage, walletsFile } = (await import(
    /* @vite-ignore */ pathToFileURL(main).href
  )) as Practice;
  const wallets = await readFile(walletsFile).catch((cause: unknown) => {
    throw toMistake('practice', `a built ${practicePackage}: ${walletsFile} is missing`, cause);
  });
  const hash = createHash('sha256').update(wallets).digest('hex').slice(0, 8);
  const module = `${packagesFolder}practice-${hash}.js`;
  return {
    data: { ...practicePage(process.env), module },
    files: new Map([[module.slice(1), wallets]]),
  };
}

function findPractice(folder: string): string | undefined {
  try {
    return createRequire(join(folder, 'package.json')).resolve(practicePackage);
  } catch {
    return undefined;
  }
}
