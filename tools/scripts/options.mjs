import { parseArgs } from 'node:util';
import { Plain } from '@linkspan/stack/say';

/**
 * Reads the options of a command. Throws a sentence and the help if there is one that the command does not have.
 * @template {NonNullable<import('node:util').ParseArgsConfig['options']>} Options
 * @param {string} help
 * @param {Options} options
 */
export function readOptions(help, options) {
  try {
    return parseArgs({ options: { ...options, help: { type: 'boolean', default: false } } }).values;
  } catch (error) {
    throw new Plain(`${/** @type {Error} */ (error).message}\n\n${help}`);
  }
}
