import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const helper = fileURLToPath(new URL('../browser/import-with-files.ts', import.meta.url))

/** Puts src/browser/import-with-files.ts in place of what Vite wraps each `import()` of the browser's script in. */
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
