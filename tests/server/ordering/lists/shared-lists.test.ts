import { describe, expect, test } from 'vitest'
import { changeMember } from '../../../../src/server/identity/organizations/organizations.ts'
import { where } from '../../identity/page-visit.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { addPage, list, lists, listWith, partsOf, people, shownList, type Form } from './list-keeper.ts'

const changes: Form[] = [{ remove: 'fan' }, { up: 'bat' }, { action: 'paste', rows: 'RAM' }, { 'quantity:fan': '9' }]
const ownersChanges: Form[] = [{ action: 'rename', name: 'Min' }, { action: 'delete' }, { action: 'unshare' }]

describe('a list shared with an organization', () => {
  test('is read and put into the cart by members; administrators also change its parts', async () => {
    await using shop = await fixtureShop()
    const as = await people(shop)
    const id = await listWith(shop, as.anna, 'FAN 2\nBAT')
    expect(where(await list(shop, as.buyer, id))).toBe('404')
    await list(shop, as.anna, id, { form: { action: 'share' } })
    expect(await lists(shop, as.buyer)).toMatchObject({
      page: { lists: [{ id, owner: 'Name of anna', isShared: true }] },
    })
    expect(await shownList(shop, as.buyer, id)).toMatchObject({ owner: 'Name of anna', canEdit: false })
    expect(where(await list(shop, as.buyer, id, { form: { action: 'cart' } }))).toMatch(/\?cart=2$/)
    for (const form of changes)
      expect(where(await list(shop, as.buyer, id, { form })), JSON.stringify(form)).toBe('404')
    expect(where(await addPage(shop, as.buyer, 'part=RAM', { list: id, quantity: '1' }))).toBe('404')
    await list(shop, as.admin, id, { form: { action: 'save', 'quantity:fan': '9' } })
    for (const form of ownersChanges)
      expect(where(await list(shop, as.admin, id, { form })), JSON.stringify(form)).toBe('404')
    expect(await partsOf(shop, as.anna, id)).toEqual([
      ['FAN', 9],
      ['BAT', 1],
    ])
    expect((await shownList(shop, as.anna, id)).name).toBe('Verkstad')
  })

  test('is copied by a member to a list of their own', async () => {
    await using shop = await fixtureShop()
    const as = await people(shop)
    const id = await listWith(shop, as.anna, 'FAN 2\nBAT')
    await list(shop, as.anna, id, { form: { action: 'share' } })
    const copy =
      where(await list(shop, as.buyer, id, { form: { action: 'copy' } }))
        .split('/')
        .at(-1) ?? ''
    await list(shop, as.buyer, copy, { form: { remove: 'fan' } })
    expect(await partsOf(shop, as.buyer, copy)).toEqual([['BAT', 1]])
    expect(await partsOf(shop, as.anna, id)).toHaveLength(2)
    expect(where(await list(shop, as.anna, copy))).toBe('404')
  })

  test('is no longer read when it is unshared, or when the reader or its owner leaves the organization', async () => {
    await using shop = await fixtureShop()
    const as = await people(shop)
    const id = await listWith(shop, as.anna, 'FAN 2')
    const press = (action: string) => list(shop, as.anna, id, { form: { action } })
    const reads = async (bearer: string) => [
      where(await list(shop, bearer, id)),
      ((answer) => (answer instanceof Response ? answer.status : answer.page.lists.length))(await lists(shop, bearer)),
    ]
    await press('share')
    expect(await reads(as.buyer)).toEqual(['200', 1])
    await press('unshare')
    expect(await reads(as.buyer)).toEqual(['404', 0])
    await press('share')
    await changeMember(shop, 'firm', 'buyer', null)
    expect(await reads(as.buyer)).toEqual(['404', 0])
    await changeMember(shop, 'firm', 'anna', null)
    expect([await reads(as.admin), await reads(as.anna)]).toEqual([
      ['404', 0],
      ['200', 1],
    ])
    expect(await shownList(shop, as.anna, id)).toMatchObject({ isShared: false, organization: null })
  })

  test('is not shared by a customer without an organization', async () => {
    await using shop = await fixtureShop()
    const { stranger } = await people(shop)
    const id = await listWith(shop, stranger, 'FAN 2')
    expect(where(await list(shop, stranger, id, { form: { action: 'share' } }))).toBe('404')
  })
})
