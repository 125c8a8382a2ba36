import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ListFile, writeListFile } from '../../../../src/server/search/posting-lists/list-file.ts'
import { newDataFolder } from '../../../support/database-copy.ts'

const facts = { token: 'abc', seen: 7, size: 1_000 }
const lists = [
  { key: 'battery', posting: new Uint8Array([1, 2, 3]) },
  { key: 't480*', posting: new Int32Array([4, -5]) },
  { key: 'nothing', posting: new Uint8Array() },
]

let path: string
let file: ListFile | undefined
beforeEach(async () => {
  path = join(newDataFolder(), '.search-lists')
  await writeListFile(path, facts, lists)
})
afterEach(() => file?.close())

test('lists are read as they were written', async () => {
  file = await ListFile.open(path)
  expect(file?.facts).toEqual(facts)
  for (const { key, posting } of lists) expect(file?.read(key)).toEqual(posting)
  expect(file?.read('t480')).toBeUndefined()
})

test('lists that are open stay when the file is replaced', async () => {
  file = await ListFile.open(path)
  await writeListFile(path, { ...facts, token: 'other' }, [])
  expect(file?.read('battery')).toEqual(lists[0]?.posting)
  expect(readdirSync(join(path, '..'))).toEqual(['.search-lists'])
})

test('a file that is missing, cut, damaged or another one is not used', async () => {
  expect(await ListFile.open(`${path}-other`)).toBeUndefined()
  const whole = readFileSync(path)
  for (const length of [0, 10, 16, 30, whole.length - 1]) {
    truncateSync(path, length)
    expect(await ListFile.open(path)).toBeUndefined()
    writeFileSync(path, whole)
  }
  for (const at of [0, whole.length - 30, whole.length - 20, whole.length - 10, whole.length - 1]) {
    const damaged = Buffer.from(whole)
    damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at)
    writeFileSync(path, damaged)
    expect(await ListFile.open(path)).toBeUndefined()
  }
})

test('a list that is damaged is not read', async () => {
  const damaged = readFileSync(path)
  damaged.writeUInt8(9, 17)
  writeFileSync(path, damaged)
  file = await ListFile.open(path)
  expect(file?.read('battery')).toBeUndefined()
  expect(file?.read('t480*')).toEqual(lists[1]?.posting)
})

test('nothing is read of a file that was closed, or that became shorter', async () => {
  file = await ListFile.open(path)
  truncateSync(path, 17)
  expect(file?.read('t480*')).toBeUndefined()
  await file?.close()
  expect(file?.read('battery')).toBeUndefined()
})

test('no draft is left where a list cannot be written', async () => {
  const failing = function* () {
    yield { key: 'battery', posting: new Uint8Array(1) }
    throw new Error('no memory')
  }
  await expect(writeListFile(path, facts, failing())).rejects.toThrow('no memory')
  expect(readdirSync(join(path, '..'))).toEqual(['.search-lists'])
})
