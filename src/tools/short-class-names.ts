import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const signs = 3

/**
 * Names the classes of CSS modules: `search` of one file is `search-k3f`. As shipped, names end in five signs and the
 * line of the style, some hundred bytes of the scripts of a page. Throws when two files would have the same ending.
 */
export function shortClassNames(): (name: string, file: string) => string {
  const files = new Map<string, string>()
  return (name, file) => {
    const path = relative(root, file.replace(/\?.*$/, '')).replaceAll('\\', '/')
    const ending = endingOf(path)
    const known = files.get(ending) ?? path
    if (known !== path) throw new Error(`The classes of ${known} and ${path} have the same ending: use more signs.`)
    files.set(ending, path)
    return `${name}-${ending}`
  }
}

function endingOf(path: string): string {
  return BigInt(`0x${createHash('sha256').update(path).digest('hex')}`)
    .toString(36)
    .slice(-signs)
}
