import { deepFreeze } from '@linkspan/store';
import * as react from 'react';
import * as reactJsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as reactDomClient from 'react-dom/client';

/** Modules as plain objects, by package name, as remotes ask for them. */
export type Libraries = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What the page shares with remotes, one copy for all. The views run on the same copy, so nobody can write over it. */
export const offered: Libraries = deepFreeze(
  {
    // A copy of each: a bundler's module would have getters that look into one that can be written over.
    react: { ...react },
    'react/jsx-runtime': { ...reactJsxRuntime },
    'react-dom': { ...reactDom },
    'react-dom/client': { ...reactDomClient },
  },
  isInternal,
);

/** What React and its renderer tell each other they write as they run. */
function isInternal(key: PropertyKey): boolean {
  return /^__\w+_INTERNALS_/.test(String(key));
}
