import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { baseOf, choicesOfProfile } from '../../../src/server/catalog/import/runs/choices-of-profile.ts'
import { profileBy } from '../../../src/server/catalog/import/runs/profile-of-row.ts'
import { readProfile } from '../../../src/tools/import/choose-profile.ts'

const folder = new URL('../../../src/tools/import/profiles/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'own.json')

test.each(files)('a form that nobody has changed is the profile of %s', async (file) => {
  const profile = await readProfile(new URL(file, folder).pathname)
  if ('own' in profile || 'update' in profile) throw new Error(`${file} is no profile of products.`)
  const read = profile.attributes.map(({ column }) => column)
  // As a file may have them: not in the order of the profile.
  const columns = [...new Set([...read.toReversed(), ...profile.id, 'price', 'name'])]
  const choices = choicesOfProfile(profile, columns, { maxMissing: 20, maxRejected: 10 }, 'SEK')
  const again = profileBy(choices, baseOf(profile))
  expect('attributes' in again && again.attributes).toEqual(profile.attributes)
  expect(again).toMatchObject({ texts: profile.texts, price: profile.price, partNumbers: profile.partNumbers })
})
