import { part, shelfPrice, type Part } from '../parts/part.ts'
import { labelOf } from '../parts/value-labels.ts'
import { words, type Story } from '../words.ts'

const keyboardStory: Story = [
  [
    words(
      '{linkUpper} keyboard with {switchWord} and number block.',
      '{linkUpper} tangentbord med {switchWord} och sifferdel.',
    ),
  ],
  [
    words('Choose the layout above; the caps can be changed later.', 'Välj layout ovan; tangenterna kan bytas senare.'),
    words('The feet lift the back edge by 4 or 8 degrees.', 'Fötterna höjer bakkanten med 4 eller 8 grader.'),
  ],
  [
    words(
      'Spills run out through the drain holes, but not through the electronics.',
      'Spill rinner ut genom dräneringshålen, inte genom elektroniken.',
    ),
  ],
]
const mouseStory: Story = [
  [
    words(
      '{linkUpper} mouse with {buttons} buttons and {dpi} dpi.',
      '{linkUpper} mus med {buttons} knappar och {dpi} dpi.',
    ),
  ],
  [
    words('The switches are rated for ten million clicks.', 'Brytarna är klassade för tio miljoner klick.'),
    words('Glides on any table, also on wood and cloth.', 'Glider på alla bord, även på trä och tyg.'),
  ],
  [
    words('For the right hand and the left.', 'För både höger- och vänsterhänta.'),
    words('Shaped for the right hand.', 'Formad för höger hand.'),
  ],
]
const capStory: Story = [
  [
    words(
      'Single key with cap, scissor and rubber cup for {fits} keyboards.',
      'Lös tangent med knapp, sax och gummikopp till {fits}-tangentbord.',
    ),
  ],
  [
    words(
      'Tell us which key in the order remark, for example "Å" or "left Shift".',
      'Skriv vilken tangent du vill ha i ordermeddelandet, till exempel "Å" eller "vänster Skift".',
    ),
  ],
  [
    words(
      'Look at the bracket under the cap: type A has two hooks, type B has four.',
      'Titta på fästet under knappen: typ A har två hakar, typ B har fyra.',
    ),
  ],
]

export const deskInput = (): Part[] => [...deskKeyboards(), ...mice(), ...keycaps()]

function deskKeyboards(): Part[] {
  return (['membrane', 'tactile', 'linear'] as const).flatMap((switches) =>
    ([true, false] as const).map((wireless) =>
      part({
        key: `desk keyboard ${switches} ${wireless}`,
        family: 'desktop-input',
        type: 2,
        kind: 'desktop-keyboard',
        categories: ['desktop-keyboards'],
        maker: 'tastica',
        story: keyboardStory,
        name: wireless
          ? words('Wireless keyboard, {switchWord}', 'Trådlöst tangentbord, {switchWord}')
          : words('Wired keyboard, {switchWord}', 'Tangentbord med sladd, {switchWord}'),
        values: {
          linkUpper: wireless ? words('Wireless', 'Trådlöst') : words('Wired', 'Trådbundet'),
          switchWord: {
            membrane: words('membrane', 'membran'),
            tactile: words('tactile switches', 'taktila brytare'),
            linear: words('linear switches', 'linjära brytare'),
          }[switches],
        },
        facts: { switches, wireless: wireless ? 'yes' : 'no', colour: 'black' },
        price: switches === 'membrane' ? 249 : 895,
        weight: 820,
        choices: (['nordic', 'german', 'us', 'british'] as const).map((layout) => ({
          code: layout,
          label: labelOf('layout', layout) ?? words(layout),
          price: (switches === 'membrane' ? 249 : 895) + (wireless ? 150 : 0),
          facts: { layout },
        })),
      }),
    ),
  )
}

function mice(): Part[] {
  return ([true, false] as const).flatMap((wireless) =>
    (
      [
        [3, 1600],
        [5, 3200],
        [7, 8000],
      ] as const
    ).flatMap(([buttons, dpi]) =>
      (['black', 'white'] as const).map((colour) =>
        part({
          key: `mouse ${wireless} ${buttons} ${colour}`,
          family: 'desktop-input',
          kind: 'mouse',
          looks: { buttons },
          categories: ['mice'],
          maker: 'tastica',
          story: mouseStory,
          name: wireless
            ? words('Wireless mouse, {buttons} buttons, {shade}', 'Trådlös mus, {buttons} knappar, {shade}')
            : words('Wired mouse, {buttons} buttons, {shade}', 'Mus med sladd, {buttons} knappar, {shade}'),
          values: {
            linkUpper: wireless ? words('Wireless', 'Trådlös') : words('Wired', 'Trådbunden'),
            buttons,
            dpi,
            shade: words(colour, colour === 'black' ? 'svart' : 'vit'),
          },
          facts: { wireless: wireless ? 'yes' : 'no', colour },
          price: shelfPrice(59 + buttons * 48 + (wireless ? 100 : 0)),
          weight: 95,
        }),
      ),
    ),
  )
}

function keycaps(): Part[] {
  return (['Nordbok', 'Kestrel', 'Halden', 'Vireo', 'Tamarack', 'Solvik'] as const).flatMap((fits) =>
    (['A', 'B'] as const).map((type) =>
      part({
        key: `keycap ${fits} ${type}`,
        family: 'desktop-input',
        kind: 'keycap',
        looks: { bracket: type },
        categories: ['keycaps'],
        maker: 'tastica',
        story: capStory,
        name: words('Single key for {fits}, bracket type {type}', 'Lös tangent till {fits}, fäste typ {type}'),
        values: { fits, type },
        facts: { pieces: 3, colour: 'black' },
        price: 69,
        weight: 3,
      }),
    ),
  )
}
