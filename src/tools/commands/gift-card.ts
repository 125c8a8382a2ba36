import { giftCardState, type GiftCardState } from '../../domain/cart/gift-cards.ts'
import { currencyByCode, type CurrencyCode } from '../../domain/money/currencies.ts'
import { isLanguage } from '../../domain/places/locales.ts'
import { isEmail } from '../../domain/visitors/emails.ts'
import { plainAmount } from '../../i18n/money.ts'
import {
  blockCard,
  cardAmount,
  issueCard,
  mailCardAgain,
  unblockCard,
} from '../../server/ordering/gift-cards/issue-card.ts'
import {
  cardsNamed,
  endingsOf,
  listCards,
  usesOfCard,
  type GiftCardRow,
} from '../../server/ordering/gift-cards/queries.ts'
import { homeNow } from '../../server/platform/db/home-queries.ts'
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

const usage = `Usage: npm run shop -- gift-card <command> [options]

Gift cards. Works while the shop runs; changes take effect at once.

  list                          the newest cards
      --limit N                   default 50
  show CARD                     one card, by id or the last four characters of its code, and its use
  create AMOUNT                 creates a card and prints its code, which cannot be shown again
      --currency CODE             default: that of the shop's prices
      --email ADDRESS             the recipient
      --lang en|sv                default sv
      --by NAME                   who creates it
  block CARD | unblock CARD     a blocked card cannot be used
  mail CARD                     mails its recipient another code

  --json                        output for programs
  --help                        shows this text`

const text = { type: 'string' } as const

/** The `gift-card` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'gift-card',
  usage,
  commands: { list, show, create, block, unblock, mail },
  options: { limit: text, currency: text, email: text, lang: text },
})

async function list(shop: OperatorShop, given: Given): Promise<Answer> {
  const cards = await withEndings(
    shop,
    await listCards(shop.db, wholeNumber(given, 'limit', { min: 1, max: 10_000, otherwise: 50 })),
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

async function show(shop: OperatorShop, given: Given): Promise<Answer> {
  const card = await requireCard(shop, given)
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

async function create(shop: OperatorShop, given: Given): Promise<Answer> {
  const card = { id: newId(), ...newCard(given, (await homeNow(shop.db)).currency) }
  const code = await issueCard(shop, card, 'show')
  if (code === undefined) throw new Error(`There is a card ${card.id} already.`)
  const { id, amount, currency } = card
  return {
    data: { id, code, amount, currency },
    lines: [`A gift card of ${plainAmount(amount, currency)} is made. Its code cannot be shown again:`, code],
  }
}

async function block(shop: OperatorShop, given: Given): Promise<Answer> {
  return blockNamed(shop, given, true)
}

async function unblock(shop: OperatorShop, given: Given): Promise<Answer> {
  return blockNamed(shop, given, false)
}

async function blockNamed(shop: OperatorShop, given: Given, isBlocked: boolean): Promise<Answer> {
  const card = await requireCard(shop, given)
  if (!(await (isBlocked ? blockCard : unblockCard)(shop, card.id)))
    throw new OperatorError(`The card is ${stateOf(card, shop.now())}; that cannot be done.`)
  return {
    data: { id: card.id, isBlocked },
    lines: [isBlocked ? 'The card is blocked.' : 'The card can be used again.'],
  }
}

async function mail(shop: OperatorShop, given: Given): Promise<Answer> {
  const card = await requireCard(shop, given)
  if (!(await mailCardAgain(shop, card))) throw new OperatorError('The card has no recipient, or it cannot be used.')
  return { data: { id: card.id }, lines: [`Another code of the card is mailed to ${card.email}.`] }
}

function newCard(
  given: Given,
  base: CurrencyCode,
): Pick<GiftCardRow, 'amount' | 'currency' | 'email' | 'language' | 'actor'> {
  const amount = cardAmount(given.words[0] ?? '')
  const currency = currencyByCode(textOf(given, 'currency') ?? base)
  const [email, language] = [(textOf(given, 'email') ?? '').toLowerCase(), textOf(given, 'lang') ?? 'sv']
  if (amount <= 0 || !currency)
    throw new OperatorError('Say what it is worth, such as 500 or 49.50, in a currency that the shop has.')
  if (email !== '' && !isEmail(email)) throw new OperatorError(`"${email}" is no e-mail address.`)
  if (!isLanguage(language)) throw new OperatorError('--lang must be en or sv.')
  return { amount, currency: currency.code, email, language, actor: actorOf(given) }
}

async function requireCard(shop: OperatorShop, { words: [name = ''] }: Given) {
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
  return card
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

const states: Record<GiftCardState, string> = {
  active: 'live',
  used_up: 'used up',
  expired: 'over',
  blocked: 'blocked',
  void: 'taken back',
}

function stateOf(card: GiftCardRow, now: Date): string {
  return states[giftCardState(card, now.toISOString())]
}
