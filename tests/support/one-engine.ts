import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** Whether a file asks the run which engine it is on; and which files of tests/ it imports, from the project's root. */
type Found = { asks: boolean; imports: string[] }

/**
 * The tests of the server, from the project's root, that need not run on each engine: their names end with
 * `.sqlite.test.ts`, because nothing that they prove depends on the database, or they open none.
 */
export function testsOfOneEngine(): string[] {
  const found = new Map<string, Found>()
  return globSync('tests/server/**/*.test.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.sqlite.test.ts') || !dependsOnEngine(file, found))
    .toSorted()
}

/** An engine is known only by `inject`, which gives what the project of vitest provides. */
function dependsOnEngine(file: string, found: Map<string, Found>, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false
  seen.add(file)
  const { asks, imports } = found.get(file) ?? look(file)
  found.set(file, { asks, imports })
  return asks || imports.some((imported) => dependsOnEngine(imported, found, seen))
}

const imported = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+\.tsx?)'/g

function look(file: string): Found {
  const text = readFileSync(path.join(root, file), 'utf8')
  const imports = [...text.matchAll(imported)]
    .map(([, specifier = '']) => path.posix.join(path.posix.dirname(file), specifier))
    .filter((target) => target.startsWith('tests/'))
  return { asks: /\binject\b/.test(text), imports }
}
