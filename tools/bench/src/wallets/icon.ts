/** A coloured square as a data address. */
export function toIcon(colour: string): `data:image/svg+xml,${string}` {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${colour}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}
