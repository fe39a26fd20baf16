/** The SHA-384 of bytes as integrity metadata, `sha384-` and base64: Subresource Integrity, "Integrity metadata". */
export async function toIntegrity(bytes: BufferSource): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
  return `sha384-${btoa(String.fromCharCode(...hash))}`;
}
