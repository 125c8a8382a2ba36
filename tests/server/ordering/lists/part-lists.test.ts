import { describe, expect, test } from 'vitest'
import { where } from '../../identity/page-visit.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { addPage, list, lists, listWith, newList, partsOf, people, shownList } from './list-keeper.ts'

describe('making a list', () => {
  test('shows a new list among the lists, with its number of parts', async () => {
    await using shop = await fixtureShop()
    const { anna } = await people(shop)
    const id = await listWith(shop, anna, 'FAN 2\nBAT')
    expect(await lists(shop, anna)).toMatchObject({
      status: 200,
      page: { lists: [{ id, name: 'Verkstad', parts: 2, owner: null, isShared: false }], fault: null },
    })
    expect(await partsOf(shop, anna, id)).toEqual([
      ['FAN', 2],
      ['BAT', 1],
    ])
  })

  test('asks for a name, and puts it on one line', async () => {
    await using shop = await fixtureShop()
    const { anna } = await people(shop)
    expect(await lists(shop, anna, { name: ' \n ' })).toMatchObject({ status: 422, page: { fault: 'name_required' } })
    const id = await newList(shop, anna, `  A\u0000\n<b>${'x'.repeat(200)}`)
    expect((await shownList(shop, anna, id)).name).toBe(`A <b>${'x'.repeat(75)}`)
  })

  test('sends a guest to the login, which leads back to the part to add', async () => {
    await using shop = await fixtureShop()
    expect(where(await addPage(shop, null, 'part=FAN'))).toBe(
      '303 /sv/logga-in?next=%2Fsv%2Fmy-account%2Flists%2Fadd%3Fpart%3DFAN',
    )
  })
})

describe('adding to a list', () => {
  test('adds a part to a new list, and its quantity to that of a list that has it', async () => {
    await using shop = await fixtureShop()
    const { anna } = await people(shop)
    const form = { list: '', name: 'Ny', quantity: '3' }
    const made = where(await addPage(shop, anna, 'part=fan', form))
    const id = /lists\/([\w-]+)\?added=1/.exec(made)?.[1] ?? ''
    await addPage(shop, anna, 'part=FAN', { list: id, name: '', quantity: '2' })
    expect(await partsOf(shop, anna, id)).toEqual([['FAN', 5]])
  })

  test('rejects unknown parts, and quantities that are none', async () => {
    await using shop = await fixtureShop()
    const { anna } = await people(shop)
    expect(where(await addPage(shop, anna, 'part=NO-SUCH'))).toBe('404')
    for (const quantity of ['0', '-1', 'two', '1.5', ''])
      expect(await addPage(shop, anna, 'part=FAN', { list: '', name: 'Ny', quantity })).toMatchObject({
        status: 422,
        page: { fault: 'quantity' },
      })
  })

  test("a stranger's list is missing, whatever is pressed", async () => {
    await using shop = await fixtureShop()
    const { anna, stranger } = await people(shop)
    const id = await listWith(shop, anna, 'FAN 2')
    expect(where(await list(shop, stranger, id))).toBe('404')
    expect(where(await addPage(shop, stranger, 'part=FAN', { list: id, quantity: '1' }))).toBe('404')
    for (const action of ['save', 'cart', 'rename', 'share', 'unshare', 'copy', 'delete', 'paste', 'paste_known'])
      expect(where(await list(shop, stranger, id, { form: { action, name: 'Min', rows: 'BAT' } })), action).toBe('404')
    expect(await partsOf(shop, anna, id)).toEqual([['FAN', 2]])
  })
})
