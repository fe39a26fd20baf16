import { join } from 'node:path';
import { LinkspanError, toFailure } from '@linkspan/contract';
import { explain } from '../ui/texts/explain.ts';
import { deploy } from './deploy.ts';

// Built as `dist/deploy/deploy.js`: `node deploy.js CONFIG_FILE SITE_FOLDER`.

const [configFile, site] = process.argv.slice(2);
if (configFile === undefined || site === undefined) {
  console.error('Usage: node deploy.js CONFIG_FILE SITE_FOLDER');
  process.exitCode = 2;
} else {
  deploy({ built: join(import.meta.dirname, '..'), configFile, site, now: Date.now() }).then(
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
