/** One rule: the code of who breaks it, and whether it is broken. */
export type Rule = readonly [code: string, isBroken: boolean];

/** The code of the first rule that is broken. */
export function firstBroken(rules: readonly Rule[]): string | undefined {
  return rules.find(([, isBroken]) => isBroken)?.[0];
}
