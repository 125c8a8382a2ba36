import { expect, test } from 'vitest'
import { categoryScreen } from '../../../src/server/console/categories/category-page.ts'
import { deviceScreen } from '../../../src/server/console/devices/device-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { outcome, signedIn, visit, type Browser, type Form } from './at-console.ts'
import { contentAt, recordKinds, type RecordKind } from './record-kinds.ts'

function recordScreen(shop: Shop, who: Browser, kind: RecordKind) {
  const { screen, where, action, fieldsOf } = kind
  const page = () => contentAt(shop, who, kind)
  const fields = async () => fieldsOf(await page())
  return {
    page,
    fields,
    send: (form: Form, by = who) => outcome(shop, by, screen, { ...where, form }),
    /** The form as it is shown now, with a change. */
    form: async (change: Record<string, string> = {}): Promise<Record<string, string>> => {
      const shown = await page()
      return { action, version: String(shown.version), ...fieldsOf(shown), ...change }
    },
    undo: (entry: string, by = who) => outcome(shop, by, screen, { ...where, form: { action: kind.undo, entry } }),
    entries: async (): Promise<number> => {
      const { count } = await shop.db
        .selectFrom('audit_log')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}

/** Browsers send line breaks as CRLF. */
const withLines = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.replaceAll('\r\n', '\n')]))

/** Changes a record of a kind, and finds the one entry of the log that its page shows first. */
async function changeOnce(at: ReturnType<typeof recordScreen>, { kind: what, changes, undo }: RecordKind) {
  const logged = await at.entries()
  expect([what, (await at.send(await at.form(changes[0]))).status]).toEqual([what, 303])
  expect([what, await at.entries()]).toEqual([what, logged + 1])
  const [line] = (await at.page()).audit
  expect([what, line?.actor, line?.undo]).toEqual([what, 'The owner', undo])
  const differing = line?.changes.filter(({ before, after }) => before !== after) ?? []
  expect([what, differing.length > 0]).toEqual([what, true])
  return line?.id ?? ''
}

test('a change of every kind of record is logged once, shown in its history, undone and undone again', async () => {
  await using shop = await fixtureShop()
  const [owner, seller] = [await signedIn(shop, 'owner'), await signedIn(shop, 'seller')]
  for (const kind of await recordKinds(shop, owner)) {
    const { kind: what } = kind
    const at = recordScreen(shop, owner, kind)
    const before = await at.fields()
    const entry = await changeOnce(at, kind)
    const [changed, logged] = [await at.fields(), await at.entries()]
    expect([what, changed]).not.toEqual([what, before])
    // Nobody else can, and nothing else is taken for an entry.
    expect([what, (await at.undo(entry, seller)).status]).toEqual([what, 403])
    expect([what, (await at.undo('no-such')).status]).toEqual([what, 422])
    expect([what, await at.fields()]).toEqual([what, changed])
    const undone = await at.undo(entry)
    expect([what, undone.status, undone.fault]).toEqual([what, 303, null])
    expect([what, await at.fields(), await at.entries()]).toEqual([what, before, logged + 1])
    // The same again finds nothing to take back; the undoing is a change of its own.
    expect([what, (await at.undo(entry)).status]).toEqual([what, 422])
    const [again] = (await at.page()).audit
    expect([what, (await at.undo(again?.id ?? '')).status]).toEqual([what, 303])
    expect([what, await at.fields()]).toEqual([what, changed])
  }
})

test('what somebody has changed afterwards is not undone, and of two who undo at once one is refused', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  for (const kind of await recordKinds(shop, owner)) {
    const { kind: what, changes } = kind
    const at = recordScreen(shop, owner, kind)
    await at.send(await at.form(changes[0]))
    const first = (await at.page()).audit[0]?.id ?? ''
    const [field = ''] = Object.keys(changes[0])
    const later = { [field]: field === 'percent' ? '33' : field === 'customers' ? 'x' : 'later' }
    expect([what, (await at.send(await at.form(later))).fault]).toEqual([what, null])
    const kept = await at.fields()
    const { audit } = await at.page()
    expect([what, audit.find(({ id }) => id === first)?.undo]).toEqual([what, undefined])
    expect([what, (await at.undo(first)).fault]).toEqual([what, expect.stringContaining('afterwards')])
    expect([what, await at.fields()]).toEqual([what, kept])
    const newest = audit[0]?.id ?? ''
    const both = await Promise.all([at.undo(newest), at.undo(newest)])
    expect([what, both.map(({ status }) => status).toSorted()]).toEqual([what, [303, 422]])
  }
})

test('two people in a record of every kind: the second is told, keeps what they typed, and loses nothing', async () => {
  await using shop = await fixtureShop()
  const [owner, manager] = [await signedIn(shop, 'owner'), await signedIn(shop, 'manager')]
  for (const kind of await recordKinds(shop, owner)) {
    const { kind: what, changes, screen, where } = kind
    const at = recordScreen(shop, owner, kind)
    const shown = await at.form()
    const was = Object.fromEntries(Object.entries(shown).map(([name, value]) => [`was:${name}`, value]))
    const [one, other] = changes
    expect([what, (await at.send({ ...shown, ...was, ...one })).status]).toEqual([what, 303])
    const late = { ...shown, ...was, ...other }
    const refused = await visit(shop, manager, screen, { ...where, form: late })
    // The fields of a picture are merged at once where the two have changed different ones.
    if (what === 'picture') {
      expect(refused).toBeInstanceOf(Response)
    } else {
      if (refused instanceof Response || 'stepUp' in refused.page) throw new Error(`${what}: nothing was refused.`)
      const { fault, values, content } = refused.page
      expect([what, refused.status, fault]).toEqual([what, 422, expect.stringContaining('The owner has changed')])
      expect([what, withLines(values)]).toEqual([what, expect.objectContaining(other)])
      expect([what, kind.fieldsOf(content)]).toEqual([what, expect.objectContaining(one)])
      const merged = { ...(await at.form()), ...other }
      expect([what, (await at.send(merged, manager)).status]).toEqual([what, 303])
    }
    const now = await at.fields()
    const wanted = what === 'synonym' ? other : { ...one, ...other }
    expect([what, now]).toEqual([what, expect.objectContaining(wanted)])
  }
})

test('a category is moved back to its place, and parts are fitted to a device again', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const places = async () =>
    shop.db.selectFrom('category_texts').select(['category_id', 'language', 'path']).orderBy('path').execute()
  const before = await places()
  const at = { screen: categoryScreen, where: { params: { id: 'batteries' } } }
  const move = {
    action: 'move',
    version: (await contentAt(shop, owner, at)).version,
    parent: 'desktop-parts',
    after: '',
  }
  expect((await outcome(shop, owner, categoryScreen, { ...at.where, form: move })).fault).toBeNull()
  expect(await places()).not.toEqual(before)
  const entry = (await contentAt(shop, owner, at)).audit[0]
  const form = { action: 'undo', entry: entry?.id ?? '' }
  expect((await outcome(shop, owner, categoryScreen, { ...at.where, form })).fault).toBeNull()
  expect(await places()).toEqual(before)
  expect((await contentAt(shop, owner, at)).after).toBe('')

  const device = { screen: deviceScreen, where: { params: { id: 'lat-7490' } } }
  const parts = async () => (await contentAt(shop, owner, device)).parts.map(({ sku }) => sku).toSorted()
  const fitting = await parts()
  const act = (sent: Form) => outcome(shop, owner, deviceScreen, { ...device.where, form: sent })
  expect((await act({ action: 'unfit', row: fitting })).fault).toBeNull()
  await act({ action: 'undo', entry: (await contentAt(shop, owner, device)).audit[0]?.id ?? '' })
  expect([fitting.length > 0, await parts()]).toEqual([true, fitting])
  await act({ action: 'undo', entry: (await contentAt(shop, owner, device)).audit[0]?.id ?? '' })
  expect(await parts()).toEqual([])
})
