import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { docNumber } from '../../../../src/server/search/doc-number.ts'
import type { DocumentText } from '../../../../src/server/search/posting-lists/read-cache.ts'
import { TextFile, writeTextFile } from '../../../../src/server/search/posting-lists/text-file.ts'
import { newDataFolder } from '../../../support/database-copy.ts'

const token = 'of-these-lists'
const text = (seq: number, title: string): DocumentText => ({
  doc: docNumber(seq, seq),
  product_id: `p${seq}`,
  title_en: title,
  title_sv: ' skärm ',
  numbers: '',
})
const texts = [text(2, ' screen '), text(3, ' battery '.repeat(1_000)), text(9, '')]

/** As COPY writes columns: each with its length before it. */
function columnsOf({ product_id, title_en, title_sv, numbers }: DocumentText): Buffer {
  return Buffer.concat(
    [product_id, title_en, title_sv, numbers].flatMap((column) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(Buffer.byteLength(column))
      return [length, Buffer.from(column)]
    }),
  )
}

const write = (size: number, written = texts) =>
  writeTextFile(path, token, size, async ({ put, flush }) => {
    for (const each of written) {
      put(each.doc % 2 ** 32, columnsOf(each))
      await flush()
    }
  })

let path: string
let file: TextFile | undefined
beforeEach(async () => {
  path = join(newDataFolder(), '.search-texts')
  await write(12)
})
afterEach(() => file?.close())

test('texts are read as they were written', async () => {
  file = await TextFile.open(path, token)
  for (const each of texts) expect(file?.read(each.doc)).toEqual(each)
  for (const seq of [0, 1, 4, 10, 11, 12, 5_000]) expect(file?.read(docNumber(0, seq))).toBeUndefined()
  await file?.warm()
})

test('a document that is newer is left out', async () => {
  await write(9)
  file = await TextFile.open(path, token)
  expect(texts.map(({ doc }) => file?.read(doc)?.product_id)).toEqual(['p2', 'p3', undefined])
})

test('nothing is read from a file after it was closed, and one that is open stays when it is replaced', async () => {
  const opened = await TextFile.open(path, token)
  await write(12, [])
  file = await TextFile.open(path, token)
  expect(file?.read(texts[0]?.doc ?? 0)).toBeUndefined()
  expect(opened?.read(texts[0]?.doc ?? 0)).toEqual(texts[0])
  await opened?.close()
  expect(opened?.read(texts[0]?.doc ?? 0)).toBeUndefined()
  expect(readdirSync(join(path, '..'))).toEqual(['.search-texts'])
})

test('a file that is missing, cut, damaged or of other lists is not used', async () => {
  expect(await TextFile.open(`${path}-other`, token)).toBeUndefined()
  expect(await TextFile.open(path, 'other')).toBeUndefined()
  const whole = readFileSync(path)
  for (const length of [0, 10, 63, 80, whole.length - 1]) {
    truncateSync(path, length)
    expect(await TextFile.open(path, token)).toBeUndefined()
    writeFileSync(path, whole)
  }
  for (const at of [0, 20, whole.length - 30, whole.length - 20, whole.length - 10, whole.length - 1]) {
    const damaged = Buffer.from(whole)
    damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at)
    writeFileSync(path, damaged)
    expect(await TextFile.open(path, token)).toBeUndefined()
  }
})

test('a text that is damaged is not used, and others are', async () => {
  const damaged = readFileSync(path)
  damaged.writeUInt8(0x41, 80)
  writeFileSync(path, damaged)
  file = await TextFile.open(path, token)
  expect(texts.map(({ doc }) => file?.read(doc)?.product_id)).toEqual([undefined, 'p3', 'p9'])
})
