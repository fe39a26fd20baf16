import { harden } from '@linkspan/store';
import * as react from 'react';
import { version as reactVersion } from 'react';
import * as reactJsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as reactDomClient from 'react-dom/client';

/** A library that the page lends to remotes: one copy for all. */
export interface Offered {
  readonly version: string;
  readonly module: Readonly<Record<string, unknown>>;
}

/** By package name, as remotes ask for them. The views run on the same copy, so nobody can write over it. */
export const offered: Readonly<Record<string, Offered>> = {
  react: { version: reactVersion, module: toLent(react) },
  'react/jsx-runtime': { version: reactVersion, module: toLent(reactJsxRuntime) },
  'react-dom': { version: reactDom.version, module: toLent(reactDom) },
  'react-dom/client': { version: reactDom.version, module: toLent(reactDomClient) },
};

/** What React and its renderer tell each other they write as they run. */
function isInternal(key: PropertyKey): boolean {
  return /^__\w+_INTERNALS_/.test(String(key));
}

/** A module as a plain object: a bundler's would have getters that look into one that can be written over. */
function toLent(module: object): Offered['module'] {
  return harden({ ...module }, isInternal);
}
