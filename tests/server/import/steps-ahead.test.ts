import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { writeInSteps, type StepBeside } from '../../../src/server/catalog/import/journal/steps-ahead.ts'
import { freshDatabase } from '../../support/test-database.ts'
import { cables, catalogue, imported, undone } from './import-runs.ts'

/** Notes what steps do, as those of an import do it; the step `failing` fails while it writes. */
function noted(failing?: number) {
  const seen: string[] = []
  const write = async (step: number, beside: StepBeside): Promise<number> => {
    seen.push(`read ${step}`)
    const turn = 'turn' in beside ? beside.turn : undefined
    await turn?.begin()
    seen.push(`write ${step}`)
    if ('meanwhile' in beside) beside.meanwhile()
    turn?.sent()
    await sleep(5)
    if (step === failing) throw new Error('on purpose')
    seen.push(`end ${step}`)
    return step
  }
  const ended = (step: number) => void seen.push(`ended ${step}`)
  return { seen, steps: { write, ended } }
}

test('one step is read while the one before is written, and is written after its end', async () => {
  const { seen, steps } = noted()
  await writeInSteps([1, 2, 3].values(), () => true, steps)
  const of = (step: number) => [`read ${step}`, `write ${step}`, `end ${step}`, `ended ${step}`]
  expect(seen.filter((each) => each.endsWith('1'))).toEqual(of(1))
  expect(seen.filter((each) => !/read|ended/.test(each))).toEqual(
    [1, 2, 3].flatMap((at) => [`write ${at}`, `end ${at}`]),
  )
  expect(seen.indexOf('read 2')).toBeLessThan(seen.indexOf('end 1'))
  expect(seen.indexOf('read 3')).toBeGreaterThan(seen.indexOf('end 1'))
})

test('a step that depends on other products waits for the one before, and the next one for it', async () => {
  const { seen, steps } = noted()
  await writeInSteps([1, 2, 3].values(), (step) => step !== 2, steps)
  expect(seen).toEqual([1, 2, 3].flatMap((at) => [`read ${at}`, `write ${at}`, `end ${at}`, `ended ${at}`]))
})

test('nothing is written after a step that failed', async () => {
  const { seen, steps } = noted(2)
  await expect(writeInSteps([1, 2, 3, 4].values(), () => true, steps)).rejects.toThrow('on purpose')
  expect(seen).toContain('ended 1')
  expect(seen).not.toContain('write 3')
  expect(seen).not.toContain('read 4')
})

test('a step that fails while it reads waits for the one that writes', async () => {
  const { seen, steps } = noted()
  const write = async (step: number, beside: StepBeside): Promise<number> => {
    if (step === 2) throw new Error('on purpose')
    return steps.write(step, beside)
  }
  await expect(writeInSteps([1, 2].values(), () => true, { ...steps, write })).rejects.toThrow('on purpose')
  expect(seen.at(-1)).toBe('end 1')
})

test('products of the same name in several steps have addresses of their own, and all are taken back', async () => {
  await using shop = await freshDatabase()
  const before = await catalogue(shop)
  const run = await imported(shop, cables(700, { name: 'Same' }))
  const slugs = await shop.db.selectFrom('product_texts').select('slug').where('language', '=', 'en').execute()
  expect(slugs).toHaveLength(700)
  expect(new Set(slugs.map(({ slug }) => slug)).size).toBe(700)
  expect(slugs).toContainEqual({ slug: 'same' })
  const steps = await shop.db.selectFrom('catalog_import_steps').select('step').execute()
  expect(steps.length).toBeGreaterThan(2)
  await undone(shop, run)
  expect(await catalogue(shop)).toEqual(before)
})

test('products that were there are changed beside new ones, as if all were new', async () => {
  await using shop = await freshDatabase()
  await using other = await freshDatabase()
  await imported(shop, cables(10))
  await imported(shop, cables(700, { colour: 'white' }))
  await imported(other, cables(700, { colour: 'white' }))
  expect(await catalogue(shop)).toEqual(await catalogue(other))
})
