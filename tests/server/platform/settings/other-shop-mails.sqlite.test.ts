import { expect, test } from 'vitest'
import { languages } from '../../../../src/domain/places/locales.ts'
import { replaceSettings } from '../../../../src/server/platform/settings/change-settings.ts'
import { demoTrace, otherShop } from '../../../support/other-shop.ts'
import { mailsOf } from '../../identity/shopper.ts'
import { everyMail } from '../../notifications/mail/every-mail.ts'
import { readMails, shownText } from '../../notifications/mail/mail-parts.ts'
import { fixtureShop } from '../../ordering/checkout/buyer.ts'

test.each(languages)(
  'no mail in %s names the demo, and every one names the company that sends it',
  async (language) => {
    await using shop = await fixtureShop()
    await replaceSettings(shop.db, otherShop, { by: 'operator:test', now: new Date('2026-06-15T12:00:00.000Z') })
    await shop.settings.refresh()
    await everyMail(shop, language, { name: 'Anna', organization: 'Verkstan AB', message: 'Hej' })
    const files = await mailsOf(shop)
    expect(files.length).toBeGreaterThan(20)
    expect(files.flatMap((text) => demoTrace(text) ?? [])).toEqual([])
    const mails = await readMails(shop)
    for (const { from, page } of mails) {
      expect(from).toEqual({ name: 'Kretsen', address: 'order@kretsen.example' })
      expect(shownText(page)).toContain('Kretsen i Boden AB, 556016-0680')
    }
    for (const { html } of mails) {
      expect(html).not.toMatch(/#00706b|#5acdc4|#e7f8f6|#143131|#031a1b/i)
      expect(html).toContain('#5b2aa8')
      expect(html).toContain('#c3a6ff')
    }
    const operator = files.filter((text) => text.includes('To: lager@kretsen.example'))
    expect(operator.length).toBeGreaterThan(2)
  },
)
