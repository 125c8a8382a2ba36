import type { Plugin } from 'vite'

type Change = { readonly file: RegExp; readonly from: string; readonly to: string; readonly more?: string }

/** What Astro finds out anew for each page or attribute, although it never changes. */
const changes: readonly Change[] = [
  // Node takes 0.05 ms to import a module again; the shared promise is of the same module.
  {
    file: /astro\/dist\/core\/environment\/production\.js$/,
    from: 'return await importComponentInstance();',
    to: 'return await importedOnce(importComponentInstance);',
    more: `
const imported = new Map();
function importedOnce(load) {
  const known = imported.get(load);
  if (known !== undefined) return known;
  const loading = load();
  imported.set(load, loading);
  loading.catch(() => imported.delete(load));
  return loading;
}
`,
  },
  // Attributes are told apart by four patterns, some hundred times a page.
  {
    file: /astro\/dist\/runtime\/server\/render\/util\.js$/,
    from: 'const kind = classifyAttribute(key);',
    to: 'const kind = kindOf(key);',
    more: `
const kinds = new Map();
function kindOf(key) {
  let kind = kinds.get(key);
  if (kind === undefined) {
    kind = classifyAttribute(key);
    if (kinds.size < 500) kinds.set(key, kind);
  }
  return kind;
}
`,
  },
]

/** Keeps in memory what Astro would find out again and again. */
export function rememberInAstro(): Plugin {
  return {
    name: 'remember-in-astro',
    apply: 'build',
    transform: {
      filter: { id: changes.map(({ file }) => file) },
      handler: (code, id) => changes.filter(({ file }) => file.test(id)).reduce(changed, code),
    },
  }
}

function changed(code: string, { from, to, more = '' }: Change): string {
  if (!code.includes(from))
    throw new Error('Astro works in another way now: src/tools/remember-in-astro.ts has to follow.')
  return code.replace(from, () => to) + more
}
