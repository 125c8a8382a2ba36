import { expect, test } from 'vitest'
import { languages, type Language } from '../../../../src/domain/places/locales.ts'
import en from '../../../../src/i18n/en/mail.json' with { type: 'json' }
import sv from '../../../../src/i18n/sv/mail.json' with { type: 'json' }
import { flatten } from '../../../support/dictionary-faults.ts'
import { fixtureShop } from '../../ordering/checkout/buyer.ts'
import { everyMail } from './every-mail.ts'
import { elements, findLinks, readMails, shownText, squeezed, tableRows, type ReadMail } from './mail-parts.ts'

const typed = { name: 'Anna Andersson', organization: 'Verkstan AB', message: 'Gärna.\nLeverans på måndag.' }

const read = new Map<Language, Promise<ReadMail[]>>()

/** All mails of a shop in a language, sent once for all tests. */
function sent(language: Language): Promise<ReadMail[]> {
  const mails = read.get(language) ?? sendAll(language)
  read.set(language, mails)
  return mails
}

async function sendAll(language: Language): Promise<ReadMail[]> {
  await using shop = await fixtureShop()
  await everyMail(shop, language, typed)
  expect(
    await shop.db
      .selectFrom('outbox')
      .select(['kind', 'last_error'])
      .where('done_at', 'is', null)
      .where('kind', 'like', 'mail.%')
      .execute(),
  ).toEqual([])
  return readMails(shop)
}

/** A pattern of every dictionary text for shoppers' mails. */
function texts(language: Language): { key: string; pattern: string }[] {
  return [...flatten({ mail: { sv, en }[language] })]
    .filter(([key]) => !key.startsWith('mail:operator.'))
    .map(([key, words]) => ({
      key,
      pattern: squeezed(words)
        .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
        .replace(/\{\{\w+\}\}/g, '.+'),
    }))
}

/** Dictionary texts that are in no mail; a subject must be the complete subject of a mail. */
function unsaid(language: Language, mails: readonly ReadMail[]): string[] {
  const said = mails.map(({ page }) => shownText(page))
  const subjects = mails.map(({ subject }) => subject ?? '')
  return texts(language)
    .filter(
      ({ key, pattern }) =>
        !(/subject/.test(key)
          ? subjects.some((subject) => new RegExp(`^${pattern}$`).test(subject))
          : said.some((words) => new RegExp(pattern).test(words))),
    )
    .map(({ key }) => key)
}

/**
 * Words and numbers without surrounding punctuation; table headings are only in the HTML, "x" and "#", the address of
 * samples, only in the text.
 */
function wordsOf(words: string): string[] {
  const bare = words.split(' ').map((word) => word.replace(/^[("−]+|[).,:;?!"]+$/g, ''))
  return [...new Set(bare)]
    .filter((word) => !['', 'x', '#', 'Part', 'Quantity', 'Price', 'Del', 'Antal', 'Pris'].includes(word))
    .toSorted()
}
const linksOf = (words: string): string[] => words.match(/https?:\/\/\S+|^#$/gm) ?? []

test.each(languages)(
  'every kind of mail has the same content in HTML and text, and loads nothing (%s)',
  async (language) => {
    const mails = await sent(language)
    expect(unsaid(language, mails)).toEqual([])
    for (const mail of mails) {
      const shown = shownText(mail.page)
      const bare = squeezed(mail.text.replace(/https?:\/\/\S+/g, ''))
      expect(wordsOf(shown), mail.subject).toEqual(wordsOf(`${mail.subject} ${bare}`))
      expect(new Set(findLinks(mail)), mail.subject).toEqual(new Set(linksOf(mail.text)))
      expect(
        ['img', 'script', 'link', 'iframe', 'object', 'form'].flatMap((name) => elements(mail.page, name)),
      ).toEqual([])
      // Tokens of links are random letters, which may contain NaN.
      expect(mail.html.replace(/[\w-]{20,}/g, '')).not.toMatch(/url\(|@import|\bon\w+=|undefined|NaN|\{\{|\[object/)
      expect(mail.text.replace(/[\w-]{20,}/g, '')).not.toMatch(/undefined|NaN|\{\{|\[object|\bmail:/)
    }
  },
)

test.each(languages)(
  'every mail has one heading, its language, both colour schemes and a preview (%s)',
  async (language) => {
    for (const mail of await sent(language)) {
      expect(elements(mail.page, 'h1')).toHaveLength(1)
      expect(elements(mail.page, 'html')[0]?.attribs['lang']).toMatch(new RegExp(`^${language}-`))
      expect(mail.headers.find(({ key }) => key === 'content-language')?.value).toBe(language)
      expect(elements(mail.page, 'meta').map(({ attribs }) => [attribs['name'], attribs['content']])).toContainEqual([
        'color-scheme',
        'light dark',
      ])
      expect(mail.html).toContain('prefers-color-scheme: dark')
      expect(mail.raw).toMatch(/multipart\/alternative/)
      expect(elements(mail.page, 'th').every(({ attribs }) => attribs['scope'])).toBe(true)
    }
  },
)

test('an order is a table of its stored lines and sums', async () => {
  const mails = await sent('sv')
  const order = mails.find(({ subject }) => subject === 'Din beställning 100001 är bekräftad')
  const firm = mails.find(({ subject }) => subject === 'Din beställning 100002 är bekräftad')
  if (!order || !firm) throw new Error('An order was not mailed.')
  expect(tableRows(order)).toEqual([
    ['Del', 'Antal', 'Pris'],
    ['bat delBAT', '5', '2 245 kr449 kr/st'],
    ['fan delFAN', '2', '198 kr99 kr/st'],
    ['ram delRAM', '1', expect.stringMatching(/ kr$/)],
    ['Delar', expect.stringMatching(/ kr$/)],
    ['Rabatt', '−50 kr'],
    ['Frakt', 'Gratis'],
    ['Totalt', expect.stringMatching(/ kr$/)],
    ['Varav moms', expect.stringMatching(/ kr$/)],
  ])
  for (const words of ['Kod: FIXED50', 'Anna Andersson', 'Storgatan 1', '111 22 Stockholm', 'Kort (test)'])
    expect(shownText(order.page)).toContain(words)
  expect(tableRows(firm).slice(-5)).toEqual([
    ['Delar', '237,60 kr'],
    ['Frakt', '39,20 kr'],
    ['Exkl. moms', '276,80 kr'],
    ['Moms', '69,20 kr'],
    ['Totalt', '346 kr'],
  ])
  for (const words of ['Er referens: Anna Andersson', 'Faktura', 'Fakturan kommer'])
    expect(squeezed(firm.text)).toContain(words)
})

test("invoices, receipts and credit notes are attached; a parcel links to the carrier's tracking page", async () => {
  const mails = await sent('en')
  const attached = mails.filter(({ attachments }) => attachments.length > 0)
  expect(attached.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['Refund for order 100001', 'Refund for order 100002', 'Your order 100002 is on its way']),
  )
  const parcels = attached.filter(({ subject }) => subject === 'Your order 100001 is on its way')
  expect(parcels.map((mail) => mail.text.includes('The receipt is attached.'))).toEqual([true])
  for (const { attachments } of attached)
    expect(attachments.map(({ mimeType, filename }) => [mimeType, filename?.endsWith('.pdf')])).toEqual([
      ['application/pdf', true],
    ])
  expect(
    mails.filter((mail) => findLinks(mail).some((link) => link.startsWith('https://tracking.postnord.com/?id=PN%20'))),
  ).toHaveLength(2)
})

test('only subscribed mails can be unsubscribed from with one click', async () => {
  const mails = await sent('sv')
  const leaving = mails.filter(({ headers }) => headers.some(({ key }) => key === 'list-unsubscribe'))
  expect(leaving.map(({ messageId }) => messageId?.replace(/^<(\w+-\w+)-.*/, '$1')).toSorted()).toEqual([
    'back-in',
    'confirm-alert',
  ])
  for (const mail of leaving) {
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(findLinks(mail).map((link) => `<${link}>`)).toContain(header('list-unsubscribe'))
  }
})
