import { part, type Part } from '../parts/part.ts'
import { words, type Story } from '../words.ts'

const story: Story = [
  [
    words(
      'Gift card worth SEK {worth}, sent by e-mail as soon as it is paid.',
      'Presentkort värt {worth} kr, skickas med e-post så snart det är betalt.',
    ),
  ],
  [
    words(
      'Valid for two years on everything in the shop; what is left stays on the card.',
      'Gäller i två år på hela sortimentet; det som blir över stannar på kortet.',
    ),
  ],
  [words('The code comes to you, to use or to give away.', 'Koden kommer till dig, att använda eller ge bort.')],
]

export const giftCards = (): Part[] =>
  ([250, 500, 750, 1000, 2000] as const).map((value) =>
    part({
      key: `gift card ${value}`,
      family: 'gift-cards',
      type: 4,
      kind: 'gift-card',
      categories: ['gift-cards'],
      maker: 'delverk',
      name: words('Gift card, SEK {worth}', 'Presentkort {worth} kr'),
      story,
      values: { worth: words(value.toLocaleString('en'), value.toLocaleString('sv')) },
      facts: { card_value: value },
      price: value,
      weight: 0,
      makerNumber: '',
    }),
  )
