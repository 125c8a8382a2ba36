import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { resultOf } from '../../../src/server/catalog/sources/source-report.ts'

const counts = { created: 0, changed: 1, unchanged: 28, rejected: 0, texts: null, error_reason: null }
const ended = { code: 0, said: '' } as Parameters<typeof resultOf>[0]

test.each([
  { missing: { hidden: 1, sold_out: 0, refused_reason: null }, said: [expect.anything(), '1 hidden and 0 sold out'] },
  { missing: { hidden: 0, sold_out: 0, refused_reason: null }, said: [expect.anything()] },
  { missing: null, said: [expect.anything()] },
])('a run says how many products its feed does not have any more: $missing', async ({ missing, said }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'source-report-'))
  try {
    const file = path.join(folder, 'report.json')
    await writeFile(file, JSON.stringify([{ ...counts, missing }]))
    const result = await resultOf(ended, file)
    expect(result.said.map(({ reason }) => reason.split(',')[0])).toEqual(said)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
