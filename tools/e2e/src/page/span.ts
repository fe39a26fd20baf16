/** Begins to measure; what it answers tells once how long it took, as a line of the journey's output. */
export function beginSpan(what: string): () => void {
  const begun = performance.now();
  return () => console.info(`${what}: ${Math.round(performance.now() - begun)} ms`);
}
