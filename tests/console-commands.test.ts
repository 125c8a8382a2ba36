import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { operations } from './server/console/operations.ts'
import { projectRoot } from './support/source-files.ts'

/** Actions that every list has, which is known by its saved views: the document says why they have no row. */
const ofEveryList = new Set(['save_view', 'remove_view', 'export'])
const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8')

type Row = { operation: string; command: string; why: string }

function rowsOfTable(): Row[] {
  const row = /^\| `([\w.-]+)` +\| (?:`([\w -]+)`|none) +\| (.*?) *\|$/gm
  return [...read('docs/how-to/console-and-commands.md').matchAll(row)].map(
    ([, operation = '', command = '', why = '']) => ({
      operation,
      command,
      why,
    }),
  )
}

test('every action of the console names its command, or says why there is none', () => {
  const rows = rowsOfTable()
  const actions = Object.keys(operations).filter((name) => {
    const [screen, action] = name.split('.')
    if (action === undefined) return false
    return !(ofEveryList.has(action) && `${screen}.save_view` in operations)
  })
  expect(rows.map(({ operation }) => operation).sort()).toEqual(actions.sort())
  expect(rows.filter(({ command, why }) => command === '' && why === '')).toEqual([])
})

test('every command of the table exists, and its help describes it', () => {
  const unknown = rowsOfTable().filter(({ command }) => {
    const [name = '', ...words] = command.split(' ')
    return command !== '' && !describes(name, words.join(' '))
  })
  expect(unknown).toEqual([])
})

function describes(name: string, words: string): boolean {
  const usage = read(`src/tools/commands/${name}.ts`)
  const isKnown = new RegExp(`^  '?${name}'?: \\{`, 'm').test(read('src/tools/shop.ts'))
  return isKnown && new RegExp(`(?:^  |\\| )${words}(?: |$)`, 'm').test(usage)
}
