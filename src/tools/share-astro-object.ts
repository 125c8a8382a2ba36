import type { Plugin } from 'vite'

const from = 'if (this.isRewriting) {\n      this.#astroPagePartial ='
const to =
  'if (this.isRewriting && this.partialOf !== result) {\n      this.partialOf = result;\n      this.#astroPagePartial ='

/**
 * The components of a page share what their `Astro` objects have in common. As shipped, Astro makes it again for each
 * component of a page whose path was rewritten, as all localized paths are (middleware.ts): a fifth of the memory that
 * rendering a product page takes. A rewrite begins with a new `result`, for which it is made anew here too.
 */
export function shareAstroObject(): Plugin {
  return {
    name: 'share-astro-object',
    apply: 'build',
    transform: {
      filter: { id: /astro\/dist\/core\/fetch\/fetch-state\.js$/ },
      handler: (code) => {
        if (!code.includes(from))
          throw new Error('Astro makes its objects in another way now: src/tools/share-astro-object.ts has to follow.')
        return code.replace(from, () => to)
      },
    },
  }
}
