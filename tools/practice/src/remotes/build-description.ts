import { z } from 'zod';

/** What the build of a remote says of itself in `release.json`, as far as a faulty one changes it; the rest is kept. */
export type BuildDescription = z.infer<typeof buildDescription>;

const file = z.looseObject({ path: z.string(), bytes: z.number(), integrity: z.string() });

const buildDescription = z.looseObject({
  release: z.looseObject({
    path: z.string(),
    manifest: z.looseObject({
      discovery: z.string(),
      entry: z.string(),
      preload: z.array(z.string()),
      files: z.array(file),
    }),
  }),
});

/** Throws a `ZodError` that names the place. */
export function parseBuildDescription(value: unknown): BuildDescription {
  return buildDescription.parse(value);
}
