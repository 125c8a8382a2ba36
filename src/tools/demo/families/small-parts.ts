import { chassisList } from '../devices/devices.ts'
import { part, shelfPrice, type Part } from '../parts/part.ts'
import { words, type Story } from '../words.ts'

const pasteStory: Story = [
  [
    words(
      'Thermal paste with {conductivity} W/mK, {grams} g in a syringe.',
      'Kylpasta med {conductivity} W/mK, {grams} g i spruta.',
    ),
  ],
  [
    words(
      'Enough for about {jobs} laptop processors; a spatula is included.',
      'Räcker till ungefär {jobs} laptopprocessorer; spatel medföljer.',
    ),
    words(
      'Does not conduct electricity and does not dry out for five years.',
      'Leder inte ström och torkar inte ut på fem år.',
    ),
  ],
  [words('Wipe off the old paste with isopropanol first.', 'Torka först bort den gamla pastan med isopropanol.')],
]
const padStory: Story = [
  [
    words(
      'Soft silicone pad, {size} mm and {thickness} mm thick, {conductivity} W/mK.',
      'Mjuk silikondyna, {size} mm och {thickness} mm tjock, {conductivity} W/mK.',
    ),
  ],
  [
    words(
      'Cut it with scissors; the films come off both sides before fitting.',
      'Klipp till med sax; skyddsfilmen tas bort på båda sidor före montering.',
    ),
    words(
      'For memory chips and power stages, where paste would run out.',
      'För minneskretsar och spänningssteg, där pasta skulle rinna ut.',
    ),
  ],
  [
    words(
      'A pad that is too thick lifts the heatsink from the processor.',
      'En för tjock dyna lyfter kylpaketet från processorn.',
    ),
  ],
]
const coinStory: Story = [
  [
    words(
      '{cell} coin cell, 3 V, for clock and firmware settings.',
      'Knappcell {cell}, 3 V, för klocka och firmwareinställningar.',
    ),
  ],
  [
    words('Change it when the clock is wrong after each start.', 'Byt den när klockan går fel efter varje start.'),
    words(
      'Keep out of reach of children: swallowed cells cause burns within two hours.',
      'Förvara utom räckhåll för barn: svalda celler ger frätskador inom två timmar.',
    ),
  ],
  [words('Lasts for about five to eight years.', 'Håller i ungefär fem till åtta år.')],
]
const wiredStory: Story = [
  [words('CMOS battery with cable and plug for {fits}.', 'CMOS-batteri med kabel och kontakt till {fits}.')],
  [
    words('It is glued down beside the memory slots.', 'Det sitter fastklistrat bredvid minnessocklarna.'),
    words(
      'Note the firmware settings before you pull the plug.',
      'Anteckna inställningarna i firmware innan du drar ur kontakten.',
    ),
  ],
  [words('The cable is {length} mm long.', 'Kabeln är {length} mm lång.')],
]
const cellStory: Story = [
  [
    words(
      '{cell} lithium-ion cell with {charge} mAh and solder tags.',
      'Litiumjoncell {cell} med {charge} mAh och lödöron.',
    ),
  ],
  [
    words(
      'For people who build and repair battery packs: there is no protection circuit in the cell.',
      'För den som bygger och lagar batteripaket: cellen saknar skyddskrets.',
    ),
  ],
  [words('Delivered at 30 % charge in an insulated box.', 'Levereras laddad till 30 % i isolerad ask.')],
]

export const smallParts = (): Part[] => [
  ...thermalPastes(),
  ...thermalPads(),
  ...coinCells(),
  ...wiredCells(),
  ...batteryCells(),
]

function thermalPastes(): Part[] {
  return (
    [
      [4, 1],
      [8.5, 1],
      [8.5, 4],
      [12.5, 1],
      [12.5, 2],
      [12.5, 4],
      [14.2, 2],
      [73, 1],
    ] as const
  ).map(([conductivity, grams]) =>
    part({
      key: `paste ${conductivity} ${grams}`,
      family: 'thermal-materials',
      kind: 'thermal-paste',
      categories: ['thermal-paste'],
      maker: conductivity > 10 ? 'vindra' : 'zefyra',
      story: pasteStory,
      name:
        conductivity > 50
          ? words('Liquid metal, {conductivity} W/mK, {grams} g', 'Flytande metall, {conductivity} W/mK, {grams} g')
          : words('Thermal paste, {conductivity} W/mK, {grams} g', 'Kylpasta, {conductivity} W/mK, {grams} g'),
      values: { grams, jobs: grams * 5 },
      facts: { conductivity, mass: grams },
      price: shelfPrice(39 + conductivity * 4 * Math.sqrt(grams)),
      weight: 18 + grams,
    }),
  )
}

function thermalPads(): Part[] {
  return [0.5, 1, 1.5, 2, 3].flatMap((thickness) =>
    (
      [
        [6, '50 × 50'],
        [6, '100 × 100'],
        [12, '85 × 45'],
        [12, '120 × 20'],
      ] as const
    ).map(([conductivity, size]) =>
      part({
        key: `pad ${thickness} ${conductivity} ${size}`,
        family: 'thermal-materials',
        kind: 'thermal-pad',
        looks: { pad_length: Number(size.split(' × ')[0]), pad_width: Number(size.split(' × ')[1]) },
        categories: ['thermal-pads'],
        maker: conductivity > 6 ? 'vindra' : 'zefyra',
        story: padStory,
        name: words(
          'Thermal pad {thickness} mm, {size} mm, {conductivity} W/mK',
          'Termisk dyna {thickness} mm, {size} mm, {conductivity} W/mK',
        ),
        values: { size },
        facts: { thickness, conductivity, material: 'silicone' },
        price: shelfPrice(39 + thickness * 18 + conductivity * 5),
        weight: 12,
      }),
    ),
  )
}

function coinCells(): Part[] {
  return ([['CR2032'], ['CR2450'], ['CR1632']] as const).flatMap(([cell]) =>
    [1, 5, 10].map((count) =>
      part({
        key: `coin ${cell} ${count}`,
        family: 'small-batteries',
        kind: 'cmos-battery',
        looks: { cell },
        categories: ['small-batteries'],
        maker: 'kraftlund',
        story: coinStory,
        groupSize: count,
        name:
          count === 1
            ? words('Coin cell {cell}', 'Knappcell {cell}')
            : words('Coin cells {cell}, pack of {count}', 'Knappceller {cell}, {count}-pack'),
        values: { cell, count },
        facts: { voltage: 3, chemistry: 'lithium', pieces: count },
        price: shelfPrice(count === 1 ? 29 : 19 + count * 13),
        weight: 4 * count,
      }),
    ),
  )
}

function wiredCells(): Part[] {
  return chassisList
    .filter((body) => body.age === 0)
    .map((body) =>
      part({
        key: `cmos ${body.key}`,
        family: 'small-batteries',
        kind: 'cmos-battery',
        looks: { cell: 'CR2032' },
        categories: ['small-batteries'],
        maker: 'amperine',
        story: wiredStory,
        name: words('CMOS battery with cable for {fits}', 'CMOS-batteri med kabel till {fits}'),
        values: { fits: body.fits, length: 60 },
        facts: { voltage: 3, chemistry: 'lithium', length_mm: 60, pins: 2 },
        price: 79,
        weight: 8,
        devices: body.deviceIds,
      }),
    )
}

function batteryCells(): Part[] {
  return (
    [
      ['18650', 2600],
      ['18650', 3400],
      ['21700', 4800],
      ['14500', 900],
    ] as const
  ).map(([cell, charge]) =>
    part({
      key: `cell ${cell} ${charge}`,
      family: 'small-batteries',
      kind: 'battery-cell',
      looks: { cell },
      categories: ['small-batteries'],
      maker: 'amperine',
      story: cellStory,
      name: words('Battery cell {cell}, {charge} mAh, solder tags', 'Battericell {cell}, {charge} mAh, lödöron'),
      values: { cell, charge },
      facts: { capacity_mah: charge, voltage: 3.7, chemistry: 'li_ion' },
      price: shelfPrice(39 + charge / 50),
      weight: 47,
    }),
  )
}
