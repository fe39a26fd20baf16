/** Whether a promise is still open after all that is due now has run. */
export async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open');
  const turn = new Promise((resolve) => setImmediate(resolve, open));
  const first = await Promise.race([promise.catch(() => undefined), turn]);
  return first === open;
}
