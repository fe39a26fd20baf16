/** The origin of an http(s) address behind which nothing follows, such as `https://wallets.example/`; else undefined. */
export function toPageOrigin(text: string): string | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { href, origin } = new URL(text);
  return href === `${origin}/` ? origin : undefined;
}
