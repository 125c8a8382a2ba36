import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '../../../src/domain/places/locales.ts'
import { auditOperations } from '../../../src/domain/staff/audit-operations.ts'
import { subjectKinds } from '../../../src/domain/staff/subject-kinds.ts'
import { operationsNamed, operationText } from '../../../src/i18n/audit-texts.ts'
import { translator } from '../../../src/i18n/translator.ts'
import { auditScreen } from '../../../src/server/console/staff/audit-page.ts'
import { listFiles, projectRoot } from '../../support/source-files.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, signedIn } from './at-console.ts'

/** The names that stand in the code: as `operation`, and where a function of the console hands one on. */
const named = [
  /\boperation(?::| =) '([a-z_]+\.[a-z_]+)'/g,
  /(?<![.\w])(?:on[A-Z]\w*|forEachChosen|\w+Action|actionOf)\(\s*(?:context,\s*)?'([a-z_]+\.[a-z_]+)'/g,
  /\bchangeOrder\(request, '([a-z_]+\.[a-z_]+)'/g,
  /\b(?:invoice|product)Action\([^']*'([a-z_]+\.[a-z_]+)'/g,
  /\bforChosen\('([a-z_]+\.[a-z_]+)'/g,
]

function operationsInCode(): string[] {
  const sources = listFiles('src/server', ['.ts'])
    .concat(listFiles('src/tools', ['.ts']))
    .map((file) => readFileSync(path.join(projectRoot, file), 'utf8'))
  return sources.flatMap((source) =>
    named.flatMap((pattern) => [...source.matchAll(pattern)].map(([, name = '']) => name)),
  )
}

test('every operation that the code logs is in the list, and the list has a text in both languages', () => {
  const found = new Set(operationsInCode())
  expect(found.size).toBeGreaterThan(70)
  expect([...found].filter((name) => !auditOperations.some((each) => each === name))).toEqual([])
  const built = ['books.', 'subscriptions.']
  const unused = auditOperations.filter((each) => !found.has(each) && !built.some((start) => each.startsWith(start)))
  expect(unused).toEqual([])
  for (const language of languages) {
    const t = translator(language)
    for (const operation of auditOperations) expect(operationText(operation, t)).not.toMatch(/^[a-z_]+\.[a-z_]+$/)
    for (const kind of subjectKinds) expect(t(`console:audit.kind.${kind}`)).not.toBe('')
    expect(operationText('ships.sink', t)).toBe('ships.sink')
  }
})

test('the log says in words what was done, and is searched by them', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  expect(operationsNamed('signed', translator('en'))).toEqual(['staff.sign_in'])
  await signedIn(shop, 'seller')
  const count = async (q: string) => (await contentOf(shop, owner, auditScreen, { query: { q } })).count
  expect(await count('signed in')).toBe(await count('staff.sign_in'))
  const { rows } = await contentOf(shop, owner, auditScreen, { query: { q: 'staff.sign_in' } })
  for (const { cells } of rows) expect(cells['operation']?.text).toBe('Signed in')
})
