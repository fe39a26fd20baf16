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

/** By package name, as remotes ask for them. */
export const offered: Readonly<Record<string, Offered>> = {
  react: { version: reactVersion, module: react },
  'react/jsx-runtime': { version: reactVersion, module: reactJsxRuntime },
  'react-dom': { version: reactDom.version, module: reactDom },
  'react-dom/client': { version: reactDom.version, module: reactDomClient },
};
