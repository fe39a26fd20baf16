import { deepFreeze } from '@linkspan/store';
import * as react from 'react';
import * as reactJsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as reactDomClient from 'react-dom/client';
import type { Libraries, Library } from './shared-modules.ts';

/** What the page shares with remotes, one copy for all. The views run on the same copy, so nobody can write over it. */
export const offered: Libraries = {
  react: toShared(react),
  'react/jsx-runtime': toShared(reactJsxRuntime),
  'react-dom': toShared(reactDom),
  'react-dom/client': toShared(reactDomClient),
};

/** What React and its renderer tell each other they write as they run. */
function isInternal(key: PropertyKey): boolean {
  return /^__\w+_INTERNALS_/.test(String(key));
}

/** A module as a plain object: a bundler's would have getters that look into one that can be written over. */
function toShared(module: object): Library {
  return deepFreeze({ ...module }, isInternal);
}
