import type { Plugin } from 'vite'

const scopeInStyle = /\.astro-([a-z0-9]{8})\b/g
const kept = 4

/**
 * Shortens the class names by which Astro scopes styles, `astro-kobwixmq` to `a-kobw`: a product page has 250 of them,
 * 0.2 kB with brotli. Throws when two names would become one.
 */
export function shortenScopes(): Plugin {
  return {
    name: 'shorten-scopes',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler: (_, bundle) => {
        const files = Object.values(bundle)
        const hashes = new Set<string>()
        for (const file of files)
          if (file.type === 'asset' && file.fileName.endsWith('.css'))
            for (const [, hash = ''] of textOf(file.source).matchAll(scopeInStyle)) hashes.add(hash)
        const short = shortNames(hashes)
        const shortened = (text: string) =>
          text.replace(/\bastro-([a-z0-9]{8})\b/g, (name, hash: string) => short.get(hash) ?? name)
        for (const file of files) {
          if (file.type === 'chunk') file.code = shortened(file.code)
          else if (file.fileName.endsWith('.css')) file.source = shortened(textOf(file.source))
        }
      },
    },
  }
}

function shortNames(hashes: ReadonlySet<string>): Map<string, string> {
  const short = new Map([...hashes].map((hash) => [hash, `a-${hash.slice(0, kept)}`]))
  if (new Set(short.values()).size < short.size) throw new Error('Two style scopes have the same short name.')
  return short
}

function textOf(source: string | Uint8Array): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source)
}
