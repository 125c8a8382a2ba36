import { chassisList, type Chassis } from '../devices/devices.ts'
import type { DrawingKind } from '../drawings/drawing.ts'
import { numberOf, part, shelfPrice, type Part } from '../parts/part.ts'
import { drawsFor } from '../random.ts'
import { fill, words, type Story, type Words } from '../words.ts'

type Frame = {
  id: string
  kind: DrawingKind
  category: string
  name: Words
  story: Story
  price: number
  weight: number
}

const frames: readonly Frame[] = [
  {
    id: 'palmrest',
    kind: 'palmrest',
    category: 'palmrests',
    price: 720,
    weight: 310,
    name: words('Palmrest for {fits}, {colour}', 'Handledsstöd till {fits}, {colourWord}'),
    story: [
      [
        words(
          'Palmrest of {materialWord} for {fits}, with cut-outs for keyboard and trackpad.',
          'Handledsstöd av {materialWord} till {fits}, med urtag för tangentbord och styrplatta.',
        ),
      ],
      [
        words(
          'Keyboard and trackpad are moved over from the old part.',
          'Tangentbord och styrplatta flyttas över från den gamla delen.',
        ),
        words(
          'The threaded inserts for the hinges are new, which helps when the old ones have torn out.',
          'De gängade fästena för gångjärnen är nya, vilket hjälper när de gamla har slitits ur.',
        ),
      ],
      [
        words('The colour and the grain are those of the original.', 'Samma kulör och ytstruktur som originalet.'),
        words('Stickers and labels are not included.', 'Dekaler och märkning ingår inte.'),
      ],
    ],
  },
  {
    id: 'bezel',
    kind: 'bezel',
    category: 'bezels',
    price: 210,
    weight: 60,
    name: words('Screen bezel for {fits}', 'Skärmram till {fits}'),
    story: [
      [
        words(
          'The frame around the panel of {fits}, with an opening for the camera.',
          'Ramen runt panelen i {fits}, med öppning för kameran.',
        ),
      ],
      [
        words(
          'Adhesive strips are fitted; press it on from the bottom edge upwards.',
          'Häftremsorna sitter på plats; tryck fast ramen nerifrån och upp.',
        ),
        words(
          'Clips along the edge hold it, and they survive being opened again.',
          'Snäppen längs kanten håller den och tål att öppnas igen.',
        ),
      ],
      [
        words(
          'Bezels break easily when a screen is changed, so order one together with the panel.',
          'Ramar spricker lätt vid skärmbyte, så beställ gärna en tillsammans med panelen.',
        ),
        words('The sliding camera cover is in place.', 'Kameraluckan sitter på plats.'),
      ],
    ],
  },
  {
    id: 'lid',
    kind: 'screen-lid',
    category: 'lids',
    price: 640,
    weight: 290,
    name: words('Screen lid for {fits}, {colour}', 'Skärmlock till {fits}, {colourWord}'),
    story: [
      [
        words(
          'The back of the screen for {fits}, in {materialWord}.',
          'Skärmens baksida till {fits}, i {materialWord}.',
        ),
      ],
      [
        words(
          'Channels for screen cable and antennas are there; hinges and panel are moved over.',
          'Kanaler för skärmkabel och antenner finns; gångjärn och panel flyttas över.',
        ),
      ],
      [
        words("Comes without maker's logo.", 'Levereras utan tillverkarens logotyp.'),
        words('Packed on edge with corner guards.', 'Packat på högkant med hörnskydd.'),
      ],
    ],
  },
  {
    id: 'bottom cover',
    kind: 'bottom-cover',
    category: 'bottom-covers',
    price: 430,
    weight: 260,
    name: words('Bottom cover for {fits}', 'Bottenplatta till {fits}'),
    story: [
      [
        words(
          'Bottom plate of {materialWord} for {fits}, with rubber feet and dust grille.',
          'Bottenplatta av {materialWord} till {fits}, med gummifötter och dammgaller.',
        ),
      ],
      [
        words(
          '{screwCount} captive screws stay in the plate when it is opened.',
          '{screwCount} fästa skruvar sitter kvar i plattan när den öppnas.',
        ),
        words(
          'Held by {screwCount} screws and a row of clips; begin at the hinge side.',
          'Hålls av {screwCount} skruvar och en rad snäppen; börja vid gångjärnssidan.',
        ),
      ],
      [
        words(
          'The type label stays on the old plate: note the numbers before you discard it.',
          'Typskylten sitter kvar på den gamla plattan: skriv av numren innan du slänger den.',
        ),
        words(
          'New feet stop a laptop that slides on the desk.',
          'Nya fötter gör att datorn slutar glida på skrivbordet.',
        ),
      ],
    ],
  },
]

const hingeStory: Story = [
  [words('{sideUpper} for {fits}, of hardened steel.', '{sideUpper} till {fits}, av härdat stål.')],
  [
    words(
      'The friction is set at the works so that the lid stays open at any angle.',
      'Friktionen är inställd från fabrik så att locket stannar i valfri vinkel.',
    ),
    words('Tested for 20,000 openings.', 'Provat för 20 000 öppningar.'),
    words('A drop of grease is already in place; do not oil it.', 'Fettet är redan på plats; olja inte.'),
  ],
  [
    words(
      'Tighten the screws with 0.25 Nm and renew torn inserts, otherwise the new hinge breaks out as well.',
      'Dra skruvarna med 0,25 Nm och byt utrivna gänginsatser, annars bryts även det nya gångjärnet loss.',
    ),
    words(
      'Change both sides at the same time if the lid has been crooked.',
      'Byt båda sidorna samtidigt om locket har gått snett.',
    ),
  ],
]

const sides = {
  both: { en: 'Hinges, left and right', sv: 'Gångjärn, vänster och höger' },
  left: { en: 'Hinge, left', sv: 'Gångjärn, vänster' },
  right: { en: 'Hinge, right', sv: 'Gångjärn, höger' },
} as const

const colours: Record<Chassis['colour'], Words> = {
  black: words('black', 'svart'),
  silver: words('silver', 'silver'),
  grey: words('grey', 'grått'),
  blue: words('blue', 'blått'),
}

export const framesAndHinges = (): Part[] =>
  chassisList.flatMap((body) => [
    ...frames.map((frame) => framePart(body, frame)),
    hinge(body, 'both'),
    ...(body.age === 1 ? [hinge(body, 'left'), hinge(body, 'right')] : []),
  ])

function framePart(body: Chassis, frame: Frame): Part {
  const key = `${frame.id} ${body.key}`
  const draws = drawsFor(key)
  const material = body.watts > 90 ? 'abs' : draws.pick(['aluminium', 'magnesium', 'abs'] as const)
  const original = draws.chance(0.35)
  return part({
    key,
    family: frame.id === 'palmrest' ? 'palmrests' : 'covers',
    kind: frame.kind,
    categories: [frame.category],
    maker: original ? body.brand : 'stomvik',
    origin: original ? 'original' : 'compatible',
    name: fill(frame.name, { fits: body.fits, colour: colours[body.colour], colourWord: colours[body.colour] }),
    story: frame.story,
    values: { fits: body.fits, materialWord: materialWords[material], screwCount: draws.whole(7, 12) },
    facts: { colour: body.colour, material, screen_size: body.inches },
    price: shelfPrice(frame.price * (0.7 + body.inches / 40) * (original ? 1.35 : 1)),
    weight: Math.round((frame.weight * body.inches) / 14),
    devices: body.deviceIds,
    replaces: draws.chance(0.5) ? [numberOf(body.brand, `${key} of before`)] : [],
  })
}

const materialWords = {
  aluminium: words('aluminium', 'aluminium'),
  magnesium: words('magnesium alloy', 'magnesiumlegering'),
  abs: words('ABS plastic', 'ABS-plast'),
}

function hinge(body: Chassis, side: keyof typeof sides): Part {
  const key = `hinge ${body.key} ${side}`
  return part({
    key,
    family: 'hinges',
    kind: 'hinge',
    categories: ['hinges'],
    maker: 'stomvik',
    story: hingeStory,
    name: words(`${sides[side].en}, for {fits}`, `${sides[side].sv}, till {fits}`),
    values: {
      fits: body.fits,
      sideUpper:
        side === 'both'
          ? words('A pair of hinges', 'Ett par gångjärn')
          : words(`The ${side} hinge`, side === 'left' ? 'Vänster gångjärn' : 'Höger gångjärn'),
    },
    facts: { side, material: 'steel', screen_size: body.inches },
    price: shelfPrice((side === 'both' ? 340 : 190) + body.inches * 4),
    weight: side === 'both' ? 54 : 28,
    devices: body.deviceIds,
  })
}
