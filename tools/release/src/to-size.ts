/** A number of bytes for people, such as `123.4 kB`. */
export function toSize(bytes: number): string {
  if (Math.abs(bytes) < 1_000) return `${bytes} bytes`;
  if (Math.abs(bytes) < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
