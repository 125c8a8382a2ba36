import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inAstroFiles, writeAstroAsTsx } from '../../src/tools/astro-as-tsx.ts'

const view = `---
import Table from '../ui/Table.astro'
type Props = { count: number }
const { count } = Astro.props
const planted: string = count
---

<Table rows={inTemplate} />
<script>
  import { open } from './open.ts'

  open(inScript)
</script>
`

/** A project of one file of Astro. */
function projectOf(source: string): string {
  const root = mkdtempSync(path.join(tmpdir(), 'astro-as-tsx-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(path.join(root, 'src/a'), { recursive: true })
  writeFileSync(path.join(root, 'src/a/View.astro'), source)
  return root
}

/** What the compiler says of a word of a generated file, with its line and column there. */
function complaint(root: string, file: string, word: string): string {
  const text = readFileSync(path.join(root, file), 'utf8')
  const before = text.slice(0, text.indexOf(word)).split('\n')
  return `${file}(${before.length},${(before.at(-1) ?? '').length + 1}): error TS2304: Cannot find name '${word}'.\n`
}

test('what the compiler says of generated files is said of the lines and columns of the .astro file', () => {
  const root = projectOf(view)
  const { origins, faults } = writeAstroAsTsx(root)
  expect(faults).toEqual([])
  const [template, script] = ['.astro/tsx/src/a/View.astro.tsx', '.astro/tsx/src/a/View.astro.script-0.ts']
  const said = [
    complaint(root, template, 'planted'),
    complaint(root, template, 'inTemplate'),
    complaint(root, script, 'inScript'),
    'tests/a.test.ts(1,2): error TS1: Other files are as they were.\n',
  ]
  const places = inAstroFiles(said.join(''), origins)
    .split('\n')
    .map((line) => line.split(':')[0])
  expect(places).toEqual([
    'src/a/View.astro(5,7)',
    'src/a/View.astro(8,14)',
    'src/a/View.astro(12,8)',
    'tests/a.test.ts(1,2)',
    '',
  ])
})

test('files of .astro files that are gone are gone', () => {
  const root = projectOf(view)
  writeAstroAsTsx(root)
  rmSync(path.join(root, 'src/a/View.astro'))
  expect(writeAstroAsTsx(root).origins.size).toBe(0)
  expect(existsSync(path.join(root, '.astro/tsx/src/a/View.astro.tsx'))).toBe(false)
})

test('an error of syntax is a fault at its place', () => {
  const { faults } = writeAstroAsTsx(projectOf('---\nconst one = 1\n---\n\n<p>{one</p>\n'))
  expect(faults).toEqual([expect.stringMatching(/^src\/a\/View\.astro\(\d+,\d+\): error: ./)])
})
