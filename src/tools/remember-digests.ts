import type { Plugin } from 'vite'

const once = 'async function generateCspDigest('
const max = 500

/**
 * Caches the digests that Astro computes for the Content-Security-Policy. Without it, Astro hashes the same scripts on
 * every rendering.
 */
export function rememberDigests(): Plugin {
  return {
    name: 'remember-digests',
    apply: 'build',
    transform: {
      filter: { id: /astro\/dist\/core\/encryption\.js$/ },
      handler: (code) => {
        if (!code.includes(once))
          throw new Error('Astro hashes in another way now: src/tools/remember-digests.ts has to follow.')
        return code.replace(
          once,
          `const digests = new Map()
async function generateCspDigest(data, algorithm) {
  const key = algorithm + data
  const digest = digests.get(key) ?? await newDigest(data, algorithm)
  if (digests.size < ${max}) digests.set(key, digest)
  return digest
}
async function newDigest(`,
        )
      },
    },
  }
}
