/** Seeded changes after which nothing is refused or taken otherwise, as `FILE: LINE`: no test can tell them. */
export const harmless: ReadonlySet<string> = new Set([
  // What is no text is none after atob and btoa either.
  'bytes.ts: if (false) return undefined;',
  // Step by step comes to the same.
  'bytes.ts: return false ? encoded : toEach(binary);',
  // A byte written behind the end of an array is dropped.
  'bytes.ts: for (let at = 0; (at <= bytes.length); at += 1) bytes[at] = binary.charCodeAt(at);',
  // No version begins with a dash.
  "compare-versions.ts: if ((dash <= 0)) return [version.split('.'), []];",
  "compare-versions.ts: if (dash < 1) return [version.split('.'), []];",
  // The sign alone counts, and equal parts do not come so far.
  'compare-versions.ts: if (isLeftNumber !== isRightNumber) return isLeftNumber ? -2 : 1;',
  'compare-versions.ts: if (isLeftNumber !== isRightNumber) return isLeftNumber ? -1 : 2;',
  'compare-versions.ts: return (left <= right) ? -1 : 1;',
  'compare-versions.ts: return left < right ? -2 : 1;',
  'compare-versions.ts: return left < right ? -1 : 2;',
  // An instant that comes back from a date has 20 characters, or 27.
  'forms.ts: 21,',
  // The second of two is never the first.
  "forms.ts: if ((again > 0)) throw new Misshapen(toPlace(again), 'unique in the list');",
  "forms.ts: if (again >= 1) throw new Misshapen(toPlace(again), 'unique in the list');",
  // More than there are keys is refused at the same place.
  'key.ts: const fields = { keyids: atLeastOne(hash, 32), threshold: whole(1, 33) };',
  'key.ts: export const personsRoleShape: Shape<PersonsRole> = openRecord({ ...fields, persons: whole(1, 33) });',
  // Lives are whole seconds.
  `live.ts: if (lifeMs <= 1) throw new Misshapen(\`\${place}.expiresAt\`, 'after issuedAt');`,
  // Versions begin at 1.
  'seen.ts: return hasSameKeys(seen, { liveKeyids: liveKeyidsOf(root) }) ? seen.live : 1;',
  // Of two with one root and one live version either will do.
  'seen.ts: const [older, newer] = (one.root >= other.root) ? [other, one] : [one, other];',
  'seen.ts: return liveOf((other.live >= one.live) ? other : one);',
  // What is undefined is misshapen too, and more than undefined nothing is.
  'seen.ts: if (false) return nothingSeen;',
  'signatures.ts: const needs = true ? role.persons : 0;',
  // Whether a public key can be exported changes nothing.
  "signatures.ts: return Promise.all([crypto.subtle.importKey('raw', raw, 'Ed25519', true, ['verify']), keyidOf(raw)]);",
]);
