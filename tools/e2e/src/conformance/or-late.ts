/** The promise's outcome, or an error with the sentence where it does not settle in time. */
export async function orLate<Value>(
  promise: Promise<Value>,
  withinMs: number,
  sentence: string,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(sentence)), withinMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
