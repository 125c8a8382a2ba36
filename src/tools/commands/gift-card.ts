import { isEmail } from '../../domain/visitors/emails.ts'
import { currencyByCode, type CurrencyCode } from '../../domain/money/currencies.ts'
import { giftCardExpiry } from '../../domain/cart/gift-cards.ts'
import { isLanguage } from '../../domain/places/locales.ts'
import { toMinor } from '../../domain/money/money.ts'
import { plainAmount } from '../../i18n/money.ts'
import { newCodeOf } from '../../server/ordering/gift-cards/codes.ts'
import {
  cardsNamed,
  endingsOf,
  insertGiftCard,
  listCards,
  usesOfCard,
  type GiftCardRow,
} from '../../server/ordering/gift-cards/queries.ts'
import { newId } from '../../server/platform/ids.ts'
import {
  actorOf,
  operatorCommand,
  OperatorError,
  textOf,
  wholeNumber,
  type Answer,
  type Given,
  type OperatorShop,
} from '../operator-command.ts'
import { minuteOf, textTable } from '../text-table.ts'
import { homeNow } from '../../server/platform/db/home-queries.ts'

const usage = `Usage: npm run shop -- gift-card <command> [options]

Gift cards. Works while the shop runs; changes take effect at once.

  list                          the newest cards
      --limit N                   default 50
  show CARD                     one card, by id or the last four characters of its code, and its use
  create AMOUNT                 creates a card and prints its code, which cannot be shown again
      --currency CODE             default: that of the shop's prices
      --email ADDRESS             the recipient
      --lang en|sv                default sv
      --actor NAME                who creates it

  --json                        output for programs
  --help                        shows this text`

const text = { type: 'string' } as const

/** The `gift-card` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'gift-card',
  usage,
  commands: { list, show, create },
  options: { limit: text, currency: text, email: text, lang: text },
})

async function list(shop: OperatorShop, given: Given): Promise<Answer> {
  const cards = await withEndings(
    shop,
    await listCards(shop.db, wholeNumber(given, 'limit', { least: 1, most: 10_000, otherwise: 50 })),
  )
  return {
    data: cards,
    lines: textTable(
      ['CARD', 'ENDS IN', 'WORTH', 'LEFT', 'STATE', 'UNTIL', 'E-MAIL'],
      cards.map((card) => [
        card.id,
        card.endings.join(' '),
        plainAmount(card.amount, card.currency),
        plainAmount(card.balance, card.currency),
        stateOf(card, shop.now()),
        minuteOf(card.expires_at),
        card.email,
      ]),
    ),
  }
}

async function show(shop: OperatorShop, { words: [name = ''] }: Given): Promise<Answer> {
  const cards = await withEndings(shop, name === '' ? [] : await cardsNamed(shop.db, name))
  const [card] = cards
  if (!card)
    throw new OperatorError(
      name === ''
        ? 'Name the card by its id or by the last four letters of its code.'
        : `There is no gift card ${name}.`,
    )
  if (cards.length > 1)
    throw new OperatorError(
      `Several cards end in ${name}: name one by its id (${cards.map(({ id }) => id).join(', ')}).`,
    )
  const uses = await usesOfCard(shop.db, card.id)
  const rows = uses.map((use) => [
    use.number,
    minuteOf(use.used_at),
    plainAmount(use.amount, card.currency),
    plainAmount(use.returned, card.currency),
  ])
  const facts = [
    `${card.id}  ${stateOf(card, shop.now())}`,
    `${plainAmount(card.balance, card.currency)} left of ${plainAmount(card.amount, card.currency)}, until ` +
      `${minuteOf(card.expires_at)}`,
  ]
  return {
    data: { ...card, uses },
    lines: [
      ...facts,
      ...(rows.length > 0
        ? textTable(['ORDER', 'WHEN', 'PAID', 'GIVEN BACK'], rows)
        : ['Nothing has been bought with it.']),
    ],
  }
}

async function create({ db, now }: OperatorShop, given: Given): Promise<Answer> {
  const [id, at, row] = [newId(), now(), newCard(given, (await homeNow(db)).currency)]
  const code = await db.transaction().execute(async (trx) => {
    await insertGiftCard(trx, {
      ...row,
      id,
      balance: row.amount,
      status: 'live',
      order_id: null,
      position: null,
      piece: null,
      expires_at: giftCardExpiry(at),
      created_at: at.toISOString(),
    })
    return newCodeOf(trx, id, at)
  })
  return {
    data: { id, code, amount: row.amount, currency: row.currency },
    lines: [`A gift card of ${plainAmount(row.amount, row.currency)} is made. Its code cannot be shown again:`, code],
  }
}

function newCard(
  given: Given,
  base: CurrencyCode,
): Pick<GiftCardRow, 'amount' | 'currency' | 'email' | 'language' | 'actor'> {
  const amount = /^\d{1,6}(\.\d{1,2})?$/.test(given.words[0] ?? '') ? toMinor(Number(given.words[0])) : 0
  const currency = currencyByCode(textOf(given, 'currency') ?? base)
  const [email, language] = [(textOf(given, 'email') ?? '').toLowerCase(), textOf(given, 'lang') ?? 'sv']
  if (amount <= 0 || !currency)
    throw new OperatorError('Say what it is worth, such as 500 or 49.50, in a currency that the shop has.')
  if (email !== '' && !isEmail(email)) throw new OperatorError(`"${email}" is no e-mail address.`)
  if (!isLanguage(language)) throw new OperatorError('--lang must be en or sv.')
  return { amount, currency: currency.code, email, language, actor: actorOf(given) }
}

async function withEndings<Card extends { id: string }>(
  { db }: OperatorShop,
  cards: readonly Card[],
): Promise<(Card & { endings: string[] })[]> {
  const endings =
    cards.length > 0
      ? await endingsOf(
          db,
          cards.map(({ id }) => id),
        )
      : []
  return cards.map((card) => ({
    ...card,
    endings: endings.filter((each) => each.gift_card_id === card.id).map(({ ending }) => ending),
  }))
}

function stateOf({ status, balance, expires_at: until }: GiftCardRow, now: Date): string {
  if (status === 'void') return 'taken back'
  if (balance === 0) return 'used up'
  return until <= now.toISOString() ? 'over' : 'live'
}
