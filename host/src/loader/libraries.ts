import { deepFreeze } from '@linkspan/store';
import * as react from 'react';
import * as reactJsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as reactDomClient from 'react-dom/client';

/** Modules as plain objects, by package name, as remotes ask for them. */
export type Libraries = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The libraries that the page shares with remotes. The views run on the same copy, so it is frozen. */
export const offered: Libraries = deepFreeze(
  {
    // Copies: a bundler's module may have getters that read a mutable object.
    react: { ...react },
    'react/jsx-runtime': { ...reactJsxRuntime },
    'react-dom': { ...reactDom },
    'react-dom/client': { ...reactDomClient },
  },
  isInternal,
);

/** React and its renderer write into these while they run. */
function isInternal(key: PropertyKey): boolean {
  return /^__\w+_INTERNALS_/.test(String(key));
}
