/** @param {string} text A sentence for the person at the terminal. */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * Something that the person can mend; it is told without a stack.
 */
export class Plain extends Error {}

/**
 * Runs a command's main function: a `Plain` error is told as its sentence, anything else with its stack.
 * @param {() => Promise<void>} main
 */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    process.stderr.write(
      `\n${error instanceof Plain ? error.message : /** @type {Error} */ (error).stack}\n`,
    );
    process.exitCode = 1;
  }
}
