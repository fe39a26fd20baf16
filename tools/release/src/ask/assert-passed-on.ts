import { UsageError } from '../command-error.ts';
import type { Means } from '../means.ts';
import type { Verb } from '../verb.ts';
import { findForm, toLine } from './forms.ts';

/** npm has a setting of this name, which people keep in their own configuration. */
const npmsOwn = 'key';

/**
 * Refuses a line without the `--` after `npm run release`: npm takes the options for itself then, and a dry run would be
 * a real one. It tells them in the environment, as `npm_config_dry_run`. Throws `UsageError`.
 */
export function assertPassedOn(verb: Verb, args: readonly string[], { env }: Pick<Means, 'env'>): void {
  const lost = Object.keys(verb.options).find(
    (name) =>
      name !== npmsOwn &&
      env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined &&
      !args.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`)),
  );
  if (lost === undefined) return;
  throw new UsageError(
    `npm took --${lost} for itself. Put -- between “release” and “${verb.name}”: ${toLine(findForm(verb, args))}`,
  );
}
