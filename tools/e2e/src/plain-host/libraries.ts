import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as dom from 'react-dom';
import * as domClient from 'react-dom/client';

/** What the fixture pages share, by package name. */
export const libraries: Readonly<Record<string, { readonly version: string; readonly module: object }>> = {
  react: { version: react.version, module: react },
  'react/jsx-runtime': { version: react.version, module: jsxRuntime },
  'react-dom': { version: dom.version, module: dom },
  'react-dom/client': { version: dom.version, module: domClient },
};
