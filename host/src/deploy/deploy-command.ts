import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { deploy } from './deploy.ts';
import { sayMistake } from './say-mistake.ts';

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
      console.error(sayMistake(error) ?? error);
      process.exitCode = 1;
    },
  );
}
