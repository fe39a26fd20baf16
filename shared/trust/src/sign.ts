/** What makes and signs documents: for the release command and for tests, never for the page. */
export * from './compare-versions.ts';
export * from './sign/assert-newer.ts';
export * from './sign/canonical-json.ts';
export * from './sign/key-pair.ts';
export * from './sign/payload.ts';
export * from './sign/sign-envelope.ts';
