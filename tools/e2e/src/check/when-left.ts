const lookEveryMs = 1_000;

/** Resolves once nobody is there any more who started this process, or who reads what it says. */
export function whenLeft(): Promise<void> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    process.stdout.once('error', () => resolve());
    setInterval(() => {
      if (process.ppid !== parent) resolve();
    }, lookEveryMs).unref();
  });
}
