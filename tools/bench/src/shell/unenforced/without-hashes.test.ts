import { expect, it } from 'vitest';
import { withoutHashes } from './without-hashes.ts';

it('takes the hashes of scripts away, and no others', () =>
  expect(
    withoutHashes(`<link rel="preload" as="script" crossorigin href="/a.js" integrity="sha256-A">
<script defer src="/b.js" integrity="sha256-B"></script>
<script>own()</script>
<link rel="stylesheet" href="/c.css" integrity="sha256-C">
`),
  ).toBe(`<link rel="preload" as="script" crossorigin href="/a.js">
<script defer src="/b.js"></script>
<script>own()</script>
<link rel="stylesheet" href="/c.css" integrity="sha256-C">
`));
