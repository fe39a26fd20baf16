import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LinkspanError, toFailure } from '@linkspan/contract';
import { explain } from '../ui/texts/explain.ts';
import { deploy } from './deploy.ts';

// Built as `dist/deploy/deploy.js`: `node deploy.js CONFIG_FILE SITE_FOLDER`.

const { positionals, values } = parseArgs({ allowPositionals: true, options: { app: { type: 'string' } } });
const [configFile, site] = positionals;
if (configFile === undefined || site === undefined) {
  console.error('Usage: node deploy.js CONFIG_FILE SITE_FOLDER [--app FOLDER]');
  process.exitCode = 2;
} else {
  deploy({ built: join(import.meta.dirname, '..'), configFile, site, app: values.app, now: Date.now() }).then(
    (unmet) => {
      for (const sentence of unmet) console.log(sentence);
    },
    (error: unknown) => {
      const { title, advice } = explain(toFailure(error, { code: 'remote/failed', context: {} }), 'The page');
      console.error(error instanceof LinkspanError ? `${title}. ${advice}` : error);
      process.exitCode = 1;
    },
  );
}
