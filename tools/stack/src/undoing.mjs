/**
 * Runs work that opens things, and undoes every one of them when the work has ended or failed.
 * @template Value
 * @param {(opened: (undo: () => Promise<unknown>) => void) => Promise<Value>} work
 * @returns {Promise<Value>}
 */
export async function undoing(work) {
  /** @type {(() => Promise<unknown>)[]} */
  const undos = [];
  try {
    return await work((undo) => undos.push(undo));
  } finally {
    // One that cannot be undone keeps none of the others open.
    await Promise.allSettled(undos.map((undo) => undo()));
  }
}
