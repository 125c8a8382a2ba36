import { parseDocument } from 'htmlparser2'
import { expect, test } from 'vitest'
import { languages } from '../../../../src/domain/places/locales.ts'
import {
  drawSample,
  sampleMail,
  subjectsOfCases,
  textsInstead,
} from '../../../../src/server/notifications/mail-samples/sample-mail.ts'
import { fieldsOfMail, mailNames, originalTexts } from '../../../../src/server/notifications/mail/texts/mail-fields.ts'
import { fixtureShop } from '../../ordering/checkout/buyer.ts'
import { elements, shownText, squeezed } from './mail-parts.ts'

/** Texts of one mail that another mail shows: the units of an order, and the beginning of a return. */
const patternOf = (text: string) =>
  new RegExp(
    squeezed(text)
      .replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
      .replace(/\{\{\w+\}\}/g, '.+'),
  )

test.each(languages)('the cases of each mail say every text that it has (%s)', async (language) => {
  await using shop = await fixtureShop()
  const unsaid: string[] = []
  for (const mail of mailNames) {
    const texts = await textsInstead(shop, language, mail, {})
    const subjects = subjectsOfCases(shop, mail, texts)
    const drawn = await Promise.all(subjects.map((_, at) => drawSample(shop, sampleMail(shop, { mail, at }, texts))))
    const said = drawn.flatMap(({ html, text }) => [shownText(parseDocument(html)), squeezed(text)])
    for (const [name, text] of Object.entries(originalTexts(mail, language)))
      if (![...subjects, ...said].some((each) => patternOf(text).test(each))) unsaid.push(`${mail}.${name}`)
  }
  expect(unsaid).toEqual([])
})

test('texts of staff have no effect but words, in every place of every mail', async () => {
  await using shop = await fixtureShop()
  const evil = `<img src=x onerror=alert(1)>"'&{{brand}}`
  for (const mail of mailNames) {
    const own = Object.fromEntries(fieldsOfMail(mail).map(({ name }) => [name, evil]))
    const texts = await textsInstead(shop, 'sv', mail, own)
    const { brand } = shop.settings.locale('sv')
    for (const [at] of subjectsOfCases(shop, mail, texts).entries()) {
      const email = sampleMail(shop, { mail, at }, texts)
      const { html, text } = await drawSample(shop, email)
      const page = parseDocument(html)
      expect([...elements(page, 'img'), ...elements(page, 'script')]).toEqual([])
      const shown = `<img src=x onerror=alert(1)>"'&${brand}`
      expect(shownText(page)).toContain(shown)
      expect(text).toContain(shown)
      if (mail !== 'footer') expect([email.subject, email.heading, email.preview]).toEqual([shown, shown, shown])
    }
  }
})

test('a mail without texts of staff has no heading or preview line of its own', async () => {
  await using shop = await fixtureShop()
  const texts = await textsInstead(shop, 'en', 'order_link', { 'subject.heading': '' })
  const email = sampleMail(shop, { mail: 'order_link', at: 99 }, texts)
  expect(Object.keys(email)).toEqual(['language', 'subject', 'blocks'])
})
