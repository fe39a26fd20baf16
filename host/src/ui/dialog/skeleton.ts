/** Letters that look like a Latin one, behind it, in small letters where both cases do: the most frequent of UTS #39's confusables. */
const doubles =
  'aаαɑ bвьβ cсςᴄ dԁđ eеεє gɡ hнһħΗ iіιı jјϳ kкκ mмμᴍ nпηոΝ oоοօøᴏ pрρ qԛ rг sѕꜱ tтτ uυսᴜ vѵν wԝωшᴡ xхχ yуүγΥ zζ l1|ӏł o0';

const latin = new Map(
  doubles.split(' ').flatMap(([letter = '', ...others]) => others.map((other) => [other, letter] as const)),
);

const alikeScripts = 'Latin Cyrillic Greek Armenian Cherokee Coptic Georgian Lisu Deseret Gothic'.split(' ');

/** Latin letters of phonetic alphabets, of which many look like others. */
const phonetic = /[\u0250-\u02AF\u1D00-\u1DBF\u2C60-\u2C7F\uA720-\uA7FF\uAB30-\uAB6F]/;

/**
 * What two names have in common that a person takes for the same: without case, accents, blanks and signs, in
 * compatibility form, with letters that look alike as one (after UTS #39, section 4). It is compared, and never shown.
 */
export function toSkeleton(name: string): string {
  const bare = toLatin(isAscii(name) ? name : name.normalize('NFKC').normalize('NFD'))
    .toLowerCase()
    .replace(isAscii(name) ? /[^a-z\d]/g : /[^\p{L}\p{N}]/gu, '');
  const folded = toLatin(bare).replace(/i/g, 'l').replace(/rn/g, 'm').replace(/vv/g, 'w');
  return folded || name;
}

/** Whether a name has letters of several scripts that look alike, as no language mixes them (after UTS #39, section 5). */
export function mixesScripts(name: string): boolean {
  if (isAscii(name)) return false;
  const scripts = alikeScripts.filter((script) => new RegExp(`\\p{Script=${script}}`, 'u').test(name));
  return scripts.length > 1 || phonetic.test(name);
}

function toLatin(text: string): string {
  return [...text].map((sign) => latin.get(sign) ?? sign).join('');
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}
