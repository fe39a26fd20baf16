import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as dom from 'react-dom';
import * as domClient from 'react-dom/client';

/** What the fixture pages share, by package name. */
export const libraries: Readonly<Record<string, object>> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': dom,
  'react-dom/client': domClient,
};
