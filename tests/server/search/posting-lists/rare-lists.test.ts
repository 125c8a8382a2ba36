import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { ListFile, rareKey, writeListFile } from '../../../../src/server/search/posting-lists/list-file.ts'
import { seqsIn } from '../../../../src/server/search/posting-lists/posting.ts'
import { RareTerms } from '../../../../src/server/search/posting-lists/rare-lists.ts'
import { newDataFolder } from '../../../support/database-copy.ts'

const opened: ListFile[] = []
afterEach(async () => {
  for (const file of opened.splice(0)) await file.close()
})

function rareTerms(documents: Readonly<Record<number, string>>, size = 1_000): RareTerms {
  const terms = new RareTerms(size)
  for (const [seq, text] of Object.entries(documents))
    for (const term of text.split(' ')) {
      const bytes = Buffer.from(`<${term}>`)
      terms.add(bytes, 1, bytes.length - 1, Number(seq))
    }
  return terms
}

async function written(terms: RareTerms): Promise<string> {
  const path = join(newDataFolder(), '.search-lists')
  const lists = terms.written()
  const frequent = { key: 'battery', posting: new Uint8Array([1]) }
  await writeListFile(path, { token: 'abc', seen: 7, size: 1_000 }, [
    frequent,
    ...(lists ? [{ key: rareKey, posting: lists }] : []),
  ])
  return path
}

async function open(path: string): Promise<ListFile> {
  const file = await ListFile.open(path)
  if (!file) throw new Error('The file is damaged.')
  opened.push(file)
  return file
}

function listOf(file: ListFile, term: string): number[] | undefined {
  const posting = file.read(term)
  return posting && [...seqsIn([posting])]
}

test('the file has every rare word, beginning and category, and knows which are in no document', async () => {
  const documents = { 0: 'zebra =zebra ^ze', 5: 'zebra åska #ccases_1914', 700: 'zebra ^1m #ccases_1914' }
  const file = await open(await written(rareTerms(documents)))
  expect(listOf(file, 'zebra')).toEqual([0, 5, 700])
  expect(listOf(file, '=zebra')).toEqual([0])
  expect(listOf(file, 'åska')).toEqual([5])
  expect(listOf(file, '^1m')).toEqual([700])
  expect(listOf(file, '#ccases_1914')).toEqual([5, 700])
  expect(listOf(file, 'battery')).toEqual([1])
  for (const absent of ['zebr', 'zebras', '=åska', '^mm', '#ccases', 'ska', ''])
    expect(listOf(file, absent)).toEqual([])
})

test('the file does not know of words with a digit, devices, pieces of numbers and other beginnings', async () => {
  const file = await open(await written(rareTerms({ 3: 'gs287 #dt480 ~abc zebra' })))
  for (const term of ['gs287', '=gs287', '#dt480', '~abc', 'zeb*']) expect(file.read(term)).toBeUndefined()
  expect(listOf(file, 'zebra')).toEqual([3])
})

test('a list with many documents is longer than what is read at once', async () => {
  const seqs = Array.from({ length: 3_000 }, (_, at) => at * 300)
  const file = await open(await written(rareTerms(Object.fromEntries(seqs.map((seq) => [seq, 'zebra'])))))
  expect(listOf(file, 'zebra')).toEqual(seqs)
})

test('a shop with too many rare terms for each document has none in its file', async () => {
  const few = rareTerms({ 0: 'a b c d e f g h' }, 1)
  const many = rareTerms({ 0: 'a b c d e f g h i' }, 1)
  expect(few.written()).toBeDefined()
  expect(many.written()).toBeUndefined()
  const file = await open(await written(many))
  expect(file.read('a')).toBeUndefined()
  expect(file.read('zebra')).toBeUndefined()
})

test('damaged lists are not known, and a damaged directory says of no term that it is absent', async () => {
  const path = await written(rareTerms({ 3: 'zebra', 4: 'tiger' }))
  const whole = readFileSync(path)
  const changed = async (at: number) => {
    const damaged = Buffer.from(whole)
    damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at)
    writeFileSync(path, damaged)
    return open(path)
  }
  const list = await changed(whole.indexOf('tiger') + 'tiger'.length)
  expect(list.read('tiger')).toBeUndefined()
  expect(listOf(list, 'zebra')).toEqual([3])
  const length = await changed(whole.indexOf('tiger') - 12)
  expect(length.read('tiger')).toBeUndefined()
  // The mark, the first list, the head of the rare ones, and then their places.
  for (const at of [17, 18, 21, 25, 40]) {
    const file = await changed(at)
    expect(file.read('lion')).toBeUndefined()
    expect(file.read('zebra')).toBeUndefined()
  }
})
