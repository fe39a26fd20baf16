import { parseArgs } from 'node:util';
import { Plain } from '../../../tasks/say.mjs';

/** The options of a command that writes a table. Throws a sentence and the help for an option that it does not have. */
export function readTableOptions(help: string): { readonly check?: boolean; readonly help?: boolean } {
  try {
    return parseArgs({ options: { check: { type: 'boolean' }, help: { type: 'boolean' } } }).values;
  } catch (error) {
    throw new Plain(`${(error as Error).message}\n\n${help}`);
  }
}
