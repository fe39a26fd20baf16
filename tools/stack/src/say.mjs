/** @param {string} text A sentence for the person at the terminal. */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * Something that the person can fix; it is told without a stack.
 */
export class Plain extends Error {}

/**
 * What went wrong, as text: the sentence of a `Plain` error or of one with a code of ours, the stack of any other.
 * @param {unknown} error
 */
export function toReason(error) {
  if (!(error instanceof Error)) return String(error);
  const isCoded = 'code' in error && /^[a-z]+\/[a-z-]+$/.test(String(error.code));
  return error instanceof Plain || isCoded ? error.message : (error.stack ?? error.message);
}

/**
 * Runs a command's main function: a `Plain` error is told as its sentence, anything else with its stack.
 * @param {() => Promise<void>} main
 */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`\n${toReason(error)}\n`);
    process.exitCode = 1;
  }
}
