import { expect, test } from 'vitest'
import { newCodeOf } from '../../../src/server/ordering/gift-cards/codes.ts'
import { mailTexts } from '../../support/mailbox.ts'
import { aCard, mailedCodes } from '../ordering/gift-cards/holder.ts'
import { buyWith, shopWithOwner } from './card-shop.ts'

test('mails name the last day on which a card can be used, and it can be used until that day is over', async () => {
  await using at = await shopWithOwner()
  const { id } = await aCard(at.shop, 5_000_000)
  const told = async () => {
    await mailedCodes(at.shop, 'anna@example.se')
    return mailTexts(at.shop.env.SHOP_DATA, 'anna@example.se').flatMap(
      (mail) => /gäller till och med (\d+ \w+ \d+)/.exec(mail.replaceAll('\n', ' '))?.[1] ?? [],
    )
  }
  await at.send(id, { action: 'mail' })
  // Issued at noon on 15 June 2026, for two years.
  expect(await told()).toEqual(['15 juni 2028'])
  expect((await at.page(id)).lastDay).toBe('2028-06-15')
  const { was } = await at.page(id)
  await at.send(id, { action: 'change', balance: '50000', until: '2026-06-20', reason: 'Asked for', was })
  await at.send(id, { action: 'mail' })
  expect((await told()).toSorted()).toEqual(['15 juni 2028', '20 juni 2026'])
  // 23:59 in Sweden, and midnight.
  at.clock.advance((Date.parse('2026-06-20T21:59:00.000Z') - at.clock.now().getTime()) / 1_000)
  const code = await newCodeOf(at.shop.db, id, at.clock.now())
  expect((await buyWith(at.shop, code)).before.giftCards).toHaveLength(1)
  at.clock.advance(60)
  expect((await buyWith(at.shop, code)).before.giftCards).toHaveLength(0)
})
