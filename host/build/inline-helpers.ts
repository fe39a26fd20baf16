import type { Plugin, Rolldown } from 'vite';

/** The file of the bundler's helpers, if several files need them. */
const helpers = /(^|\/)rolldown-runtime-[\w-]+\.js$/;

/**
 * Copies the bundler's helpers into each file that imports them. In a file of their own, 700 bytes would cost the browser
 * one more round trip.
 */
export function inlineHelpers(): Plugin {
  return {
    name: 'linkspan:inline-helpers',
    apply: 'build',
    // A published name must have one content, so a change of this plugin changes the names.
    augmentChunkHash: () => `${inline}${toExpression}`,
    generateBundle(_, bundle) {
      const found = Object.values(bundle).find((file) => helpers.test(file.fileName));
      if (found?.type !== 'chunk') return;
      delete bundle[found.fileName];
      for (const file of Object.values(bundle)) if (file.type === 'chunk') inline(file, found);
    },
  };
}

function inline(file: Rolldown.OutputChunk, found: Rolldown.OutputChunk): void {
  const name = found.fileName.slice(found.fileName.lastIndexOf('/') + 1);
  const [whole, list = ''] = new RegExp(`import\\{([^}]*)\\}from"\\./${name}";`).exec(file.code) ?? [];
  if (whole === undefined) return;
  file.code = file.code.replace(
    whole,
    () => `const{${list.replaceAll(' as ', ':')}}=${toExpression(found.code)};`,
  );
  file.imports = file.imports.filter((one) => one !== found.fileName);
}

/** A module without imports as an expression: the object of its exports. Throws if its end has another form. */
function toExpression(code: string): string {
  const [end, list] = /export\{([^}]*)\};\s*$/.exec(code) ?? [];
  if (end === undefined || list === undefined)
    throw new Error('The bundler writes its helpers in another form.');
  const exported = list.split(',').map((one) => one.split(' as '));
  const object = exported.map(([local = '', outer = local]) => `${outer}:${local}`).join();
  return `(()=>{${code.slice(0, -end.length)}return{${object}}})()`;
}
