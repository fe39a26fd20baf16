import { useState } from 'react';

/** What is wrong with the fields of a form, in words, by their names. */
export type Wrong<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** The mistakes of a form's fields: all are told at once, and each is taken back when its field is changed. */
export function useWrong<Name extends string>() {
  const none = {} as Wrong<Name>;
  const [{ wrong, told }, set] = useState({ wrong: none, told: none });
  return {
    wrong,
    /** What was told last: another object each time. */
    told,
    tell: (found: Wrong<Name>) => set({ wrong: found, told: found }),
    takeBack: (name: Name) => set((now) => ({ ...now, wrong: { ...now.wrong, [name]: undefined } })),
  };
}
