import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const helper = fileURLToPath(new URL('../browser/import-with-files.ts', import.meta.url))

/** Replaces Vite's wrapper of `import()` in browser code by src/browser/import-with-files.ts. */
export function ownImportHelper(): Plugin {
  return {
    name: 'own-import-helper',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => `export { importWithFiles as __vitePreload } from ${JSON.stringify(helper)}`,
    },
  }
}
