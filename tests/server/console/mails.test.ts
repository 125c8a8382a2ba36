import { expect, test } from 'vitest'
import { contentMailScreen } from '../../../src/server/console/content/mails/mail-page.ts'
import { contentMailPreviewScreen } from '../../../src/server/console/content/mails/mail-preview-page.ts'
import { contentMailsScreen } from '../../../src/server/console/content/mails/mails-page.ts'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { elements, readMails, shownText } from '../notifications/mail/mail-parts.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { confirmed } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn, visit, type Browser } from './at-console.ts'

type Sent = { set?: Record<string, string>; was?: Record<string, string>; name?: string }

const order = 'order_confirmed'
const opened = (shop: Shop, browser: Browser, name = order, query = {}) =>
  contentOf(shop, browser, contentMailScreen, { params: { name }, query })

async function fieldsOf(shop: Shop, browser: Browser, name = order): Promise<Record<string, string>> {
  const { sides } = await opened(shop, browser, name)
  return Object.fromEntries(
    sides.flatMap(({ language, fields }) => fields.map((field) => [`${language}.${field.name}`, field.stored])),
  )
}

/** The form of a mail as a browser sends it: every field, and what it had shown. */
async function formOf(shop: Shop, browser: Browser, { set = {}, was, name = order }: Sent) {
  const shown = was ?? (await fieldsOf(shop, browser, name))
  return Object.fromEntries([
    ...Object.entries({ ...shown, ...set }).map(([field, text]) => [`set:${field}`, text]),
    ...Object.entries(shown).map(([field, text]) => [`was:set:${field}`, text]),
  ])
}

async function save(shop: Shop, browser: Browser, sent: Sent) {
  const form = { action: 'save', ...(await formOf(shop, browser, sent)) }
  return outcome(shop, browser, contentMailScreen, { params: { name: sent.name ?? order }, form })
}

const fieldNamed = async (shop: Shop, browser: Browser, field: string) => {
  const [language = '', name = ''] = field.split(/\.(.*)/)
  const { sides } = await opened(shop, browser)
  return sides.find((side) => side.language === language)?.fields.find((each) => each.name === name)
}

async function sentToBuyer(shop: Shop) {
  const mails = await readMails(shop)
  const mail = mails.find(({ file }) => file.includes('order-confirmed'))
  if (!mail) throw new Error('No confirmation was sent.')
  return mail
}

test('a mail says what staff have written, and else what the shop says', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  const set = {
    'sv.subject': 'Hurrah\r\nBcc: everybody@example.com {{number}}',
    'sv.subject.heading': 'Thanks from {{ brand }}',
    'sv.subject.preview': 'We pack it today',
    'sv.intro': '<b>Thank</b> you for {{number}}.\r\n\r\nSee you!',
  }
  expect(await save(shop, editor, { set })).toMatchObject({ status: 303, fault: null })
  await confirmed(shop, [['FAN', 1]])
  await deliverOutbox(shop)
  const mail = await sentToBuyer(shop)
  expect(mail.subject).toMatch(/^Hurrah Bcc: everybody@example.com \S+$/)
  expect([mail.bcc ?? [], mail.to?.length]).toEqual([[], 1])
  const { brand } = shop.settings.locale('sv')
  expect(
    elements(mail.page, 'h1').map((each) => ('data' in (each.children[0] ?? {}) ? each.children[0] : null)),
  ).toEqual([expect.objectContaining({ data: `Thanks from ${brand}` })])
  expect(elements(mail.page, 'b')).toEqual([])
  expect(mail.html).toContain('We pack it today')
  expect(shownText(mail.page)).toMatch(/<b>Thank<\/b> you for \S+\. See you!/)
  expect(mail.text).toMatch(/<b>Thank<\/b> you for \S+\.\n\nSee you!\n/)
  expect(mail.text).toContain('Följ beställningen:')
})

test('a placeholder that the mail has no value for is refused at its field, and nothing is saved', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  const refused = async (text: string) => {
    const form = { action: 'save', ...(await formOf(shop, editor, { set: { 'sv.intro': text, 'en.follow': 'Go' } })) }
    const result = await visit(shop, editor, contentMailScreen, { params: { name: order }, form })
    if (result instanceof Response || 'stepUp' in result.page) throw new Error('not refused')
    return result.page.values
  }
  for (const text of ['Hej {{customer}}', 'Hej {{number', 'Hej {number}', 'Hej {{}}', '{{constructor}}'])
    expect(await refused(text)).toMatchObject({
      'set:sv.intro': text,
      'set:en.follow': 'Go',
      'fault:set:sv.intro': expect.stringContaining('{{number}}, {{brand}}'),
    })
  expect(await refused('x'.repeat(2_001))).toHaveProperty('fault:set:sv.intro')
  expect((await opened(shop, editor)).versions).toEqual([])
  expect(await shop.db.selectFrom('mail_texts').selectAll().execute()).toEqual([])
})

test('a text without what the shop says is warned of; one that the mail cannot fill any more is not sent', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  await save(shop, editor, { set: { 'sv.intro': 'Thank you.' } })
  expect(await fieldNamed(shop, editor, 'sv.intro')).toMatchObject({ isOwn: true, missing: ['number'], ignored: null })
  await shop.db
    .updateTable('mail_texts')
    .set({ texts: JSON.stringify({ intro: 'Thank you {{gone}}.', vanished: 'Old' }) })
    .execute()
  expect(await fieldNamed(shop, editor, 'sv.intro')).toMatchObject({ ignored: '{{gone}}' })
  await confirmed(shop, [['FAN', 1]])
  await deliverOutbox(shop)
  expect((await sentToBuyer(shop)).text).toContain('Vi plockar dina delar nu')
})

test('the confirmation of gift cards alone says that the code is mailed, and that nothing is packed', async () => {
  await using shop = await fixtureShop()
  await confirmed(shop, [['GIFT', 1]])
  await deliverOutbox(shop)
  const { text } = await sentToBuyer(shop)
  expect(text).toContain('Koden till presentkortet kommer i ett eget mejl.')
  expect(text).not.toContain('plockar')
})

test('a text that is emptied or written as the shop does follows the shop again', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  const { 'en.follow': original = '', 'en.terms': terms = '' } = await fieldsOf(shop, editor)
  await save(shop, editor, { set: { 'en.follow': 'Go', 'en.terms': 'Rules', 'sv.follow': 'Följ' } })
  await save(shop, editor, { set: { 'en.follow': '', 'en.terms': `  ${terms} ` } })
  expect(await fieldNamed(shop, editor, 'en.follow')).toMatchObject({ stored: original, isOwn: false })
  const { mails } = await contentOf(shop, editor, contentMailsScreen)
  expect(mails.find(({ name }) => name === order)).toMatchObject({
    own: { en: 0, sv: 1 },
    last: { author: 'The editor' },
  })
  expect(await save(shop, editor, {})).toMatchObject({ status: 422 })
})

test('two people in one mail: other texts are merged, the same text is refused and says who changed it', async () => {
  await using shop = await fixtureShop()
  const [editor, owner] = [await signedIn(shop, 'editor'), await signedIn(shop, 'owner')]
  const was = await fieldsOf(shop, editor)
  await save(shop, owner, { set: { 'en.follow': 'Go' }, was })
  expect(await save(shop, editor, { set: { 'en.terms': 'Rules' }, was })).toMatchObject({ status: 303 })
  const refused = await save(shop, editor, { set: { 'en.follow': 'Walk' }, was })
  expect(refused).toMatchObject({ status: 422, fault: expect.stringContaining('The editor') })
  expect(await fieldsOf(shop, editor)).toMatchObject({ 'en.follow': 'Go', 'en.terms': 'Rules' })
})

test('saves of one mail at the same moment lose nothing without a word', async () => {
  await using shop = await fixtureShop()
  const [editor, owner] = [await signedIn(shop, 'editor'), await signedIn(shop, 'owner')]
  const was = await fieldsOf(shop, editor)
  const sent = [
    { browser: editor, field: 'en.follow' },
    { browser: owner, field: 'en.terms' },
    { browser: editor, field: 'en.discount' },
    { browser: owner, field: 'en.total' },
  ]
  const answers = await Promise.all(
    sent.map(({ browser, field }) => save(shop, browser, { set: { [field]: `Own ${field}` }, was })),
  )
  const stored = await fieldsOf(shop, editor)
  for (const [at, { field }] of sent.entries()) {
    expect([303, 422]).toContain(answers[at]?.status)
    expect(stored[field] === `Own ${field}`).toBe(answers[at]?.status === 303)
  }
  expect(answers.filter(({ status }) => status === 303).length).toBeGreaterThan(0)
})

test('earlier texts are compared and restored, and a language goes back to the texts of the shop', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  await save(shop, editor, { set: { 'sv.follow': 'Följ paketet' } })
  await save(shop, editor, { set: { 'sv.follow': 'Var är paketet?' } })
  const { comparison } = await opened(shop, editor, order, { compare: 'sv.1' })
  expect(comparison).toMatchObject({
    language: 'sv',
    fields: [{ name: 'follow', before: 'Följ paketet', after: 'Var är paketet?' }],
  })
  const act = (form: Record<string, string>) =>
    outcome(shop, editor, contentMailScreen, { params: { name: order }, form })
  expect(await act({ action: 'restore', language: 'sv', number: '1' })).toMatchObject({ status: 303 })
  expect(await fieldsOf(shop, editor)).toMatchObject({ 'sv.follow': 'Följ paketet' })
  expect(await act({ action: 'restore', language: 'sv', number: '99' })).toMatchObject({ status: 422 })
  expect(await act({ action: 'restore', language: 'xx', number: '1' })).toMatchObject({ status: 422 })
  expect(await act({ action: 'reset', language: 'sv' })).toMatchObject({ status: 303 })
  expect(await act({ action: 'reset', language: 'sv' })).toMatchObject({ status: 422 })
  expect((await opened(shop, editor)).versions.map(({ event, number }) => [event, number])).toEqual([
    ['reset', 4],
    ['restored', 3],
    ['saved', 2],
    ['saved', 1],
  ])
  const log = await shop.db.selectFrom('audit_log').select(['operation', 'after']).execute()
  const changes = log.filter(({ operation }) => operation.startsWith('mails.'))
  expect(changes.map(({ operation }) => operation).sort()).toEqual([
    'mails.reset',
    'mails.restore',
    'mails.save',
    'mails.save',
  ])
  expect(changes.some(({ after }) => after?.includes('Var är paketet?'))).toBe(true)
})

test('the preview shows what is typed, saves nothing of it and can run nothing', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  const set = { 'sv.intro': '<script>alert(1)</script> {{number}}', 'sv.follow': '{{unknown}}' }
  const form = { action: 'show', view: 'sv.phone', case: '0', ...(await formOf(shop, editor, { set })) }
  const shown = await visit(shop, editor, contentMailPreviewScreen, { params: { name: order }, form })
  if (!(shown instanceof Response)) throw new Error('no preview')
  const html = await shown.text()
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; 10023')
  expect(html).not.toContain('<script')
  expect(html).toContain('Följ beställningen')
  expect(shown.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*frame-ancestors 'self'.*sandbox/)
  const query = { view: 'sv.text', case: '0' }
  const stored = await visit(shop, editor, contentMailPreviewScreen, { params: { name: order }, query })
  if (!(stored instanceof Response)) throw new Error('no preview')
  expect(await stored.text()).toContain('Tack för din beställning 10023')
  const missing = await visit(shop, editor, contentMailPreviewScreen, { params: { name: 'constructor' } })
  expect(missing instanceof Response ? missing.status : 0).toBe(404)
})

test('a sample of what is typed goes to the person who types it, once in ten seconds', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  const form = {
    action: 'test',
    view: 'sv.desk',
    case: '0',
    to: 'other@example.com',
    ...(await formOf(shop, editor, { set: { 'sv.subject': 'Prov av {{number}}' } })),
  }
  for (let times = 0; times < 3; times += 1)
    await visit(shop, editor, contentMailPreviewScreen, { params: { name: order }, form })
  await deliverOutbox(shop)
  const mails = await readMails(shop)
  expect(mails.map(({ subject, to }) => [subject, to?.map(({ address }) => address)])).toEqual([
    ['Prov av 10023', ['editor@shop.example']],
  ])
  expect((await opened(shop, editor)).versions).toEqual([])
  const sent = shop.db.selectFrom('audit_log').select('note').where('operation', '=', 'mails.test')
  expect(await sent.execute()).toEqual([{ note: 'editor@shop.example' }])
})
