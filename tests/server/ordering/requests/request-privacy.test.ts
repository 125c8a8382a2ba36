import { expect, test } from 'vitest'
import { applyRetention } from '../../../../src/server/jobs/retention.ts'
import { profilePage } from '../../../../src/server/ordering/account/profile-page.ts'
import { answerRequest } from '../../../../src/server/ordering/requests/answer-request.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { bearerOf, visit } from '../../identity/page-visit.ts'
import { addCustomer, mailedToken, password } from '../../identity/shopper.ts'
import { fixtureShop, movableClock } from '../checkout/buyer.ts'
import { aRequest, quoteByLink, requestCount, sent } from './asker.ts'

const day = 86_400
const email = 'anna@example.se'
const profile = (shop: Shop, bearer: string, form: Record<string, string>) =>
  visit(shop, '/sv/my-account/profile/edit', profilePage, { bearer, form: { ...form, current_password: password } })

async function answered(shop: Shop, number: string): Promise<void> {
  await answerRequest(shop, { number, answers: [{ line: 1, price: 100 }], days: 90, text: 'Hej Anna', isExVat: false })
}

test("a customer's export has the requests of the account and of its verified address, and no others", async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna' })
  const bearer = await bearerOf(shop, 'anna')
  await sent(shop, aRequest({ message: 'Som gäst' }))
  await sent(shop, aRequest({ message: 'Inloggad' }), { bearer })
  await sent(shop, aRequest({ message: 'En annan', email: 'other@example.se' }))
  const texts = async () => {
    const answer = await profile(shop, bearer, { section: 'export' })
    const data = answer instanceof Response ? ((await answer.json()) as { part_requests: { message: string }[] }) : null
    return data?.part_requests.map(({ message }) => message)
  }
  expect(await texts()).toEqual(['Som gäst', 'Inloggad'])
  await shop.db.updateTable('customers').set({ verified_at: null }).execute()
  expect(await texts()).toEqual(['Inloggad'])
})

test('erasing an account deletes its requests, and the links to their quotes', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna' })
  const bearer = await bearerOf(shop, 'anna')
  await answered(shop, await sent(shop))
  const token = await mailedToken(shop, email)
  await sent(shop, aRequest({ message: 'Inloggad' }), { bearer })
  await sent(shop, aRequest({ email: 'other@example.se' }))
  await profile(shop, bearer, { section: 'erase', sure: 'yes' })
  expect(await shop.db.selectFrom('part_requests').select('email').execute()).toEqual([{ email: 'other@example.se' }])
  expect(await shop.db.selectFrom('part_request_lines').select('text').execute()).toHaveLength(1)
  expect(await shop.db.selectFrom('quotes').select(['answer', 'status']).execute()).toEqual([
    { answer: '', status: 'withdrawn' },
  ])
  expect(await quoteByLink(shop, token)).toMatchObject({ status: 404 })
})

test('requests are deleted a year after their answer', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const number = await sent(shop)
  await sent(shop, aRequest({ message: 'Utan svar' }))
  clock.advance(20 * day)
  await answered(shop, number)
  clock.advance(346 * day)
  await applyRetention(shop)
  expect(await shop.db.selectFrom('part_requests').select('number').execute()).toEqual([{ number }])
  clock.advance(20 * day)
  await applyRetention(shop)
  expect(await requestCount(shop)).toBe(0)
  expect(await shop.db.selectFrom('part_request_lines').select('text').execute()).toEqual([])
})
