/** One output of a build, as far as this looks at it. */
type Output = { readonly type: 'asset' } | { readonly type: 'chunk'; readonly moduleIds: readonly string[] };

/** The ids of the modules that are in the chunks of a build. */
export function modulesOf(outputs: readonly Output[]): string[] {
  return outputs.flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []));
}
