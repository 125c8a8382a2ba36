import { part, shelfPrice, type Part } from '../parts/part.ts'
import { labelOf } from '../parts/value-labels.ts'
import { words, type Story } from '../words.ts'

const boardStory: Story = [
  [
    words(
      '{formWord} board with socket {socket} and {slots} slots for {generation}.',
      '{formWord}-kort med sockel {socket} och {slots} platser för {generation}.',
    ),
  ],
  [
    words(
      '{m2} M.2 slots with heat spreader, and network with 2.5 Gbit/s.',
      '{m2} M.2-platser med kylfläns och nätverk med 2,5 Gbit/s.',
    ),
    words(
      'Firmware can be updated from a USB stick, without a processor.',
      'Firmware kan uppdateras från ett USB-minne, utan processor.',
    ),
  ],
  [words('Back plate and two SATA cables are included.', 'Bakplåt och två SATA-kablar medföljer.')],
]

const cardStory: Story = [
  [
    words(
      'Graphics card with {gb} GB of video memory and {outputs} outputs.',
      'Grafikkort med {gb} GB grafikminne och {outputs} utgångar.',
    ),
  ],
  [words('Takes {slots} slots and draws at most {watts} W.', 'Tar {slots} platser och drar högst {watts} W.')],
  [words('{useWord}', '{useWord}')],
]

const simpleStory = (en: string, sv: string, ...more: (readonly [string, string])[]): Story => [
  [words(en, sv)],
  ...more.map(([moreEn, moreSv]) => [words(moreEn, moreSv)]),
]

export const desktop = (): Part[] => [...boards(), ...graphicsCards(), ...processors(), ...soundCards(), ...cases()]

function boards(): Part[] {
  return (['atx', 'micro_atx', 'mini_itx'] as const).flatMap((form) =>
    (['K4', 'K5', 'R7'] as const).map((socket) => board(form, socket)),
  )
}

function graphicsCards(): Part[] {
  return (
    [
      [2, 30],
      [4, 75],
      [8, 140],
      [12, 220],
      [16, 300],
    ] as const
  ).flatMap(([gb, watts]) => [graphics(gb, watts, 'short'), graphics(gb, watts, 'long')])
}

function processors(): Part[] {
  return (
    [
      ['K4', 4, 1195],
      ['K4', 6, 1795],
      ['K5', 6, 2295],
      ['K5', 8, 3295],
      ['R7', 8, 2995],
      ['R7', 12, 4795],
      ['R7', 16, 6495],
    ] as const
  ).map(([socket, cores, price]) =>
    part({
      key: `processor ${socket} ${cores}`,
      family: 'desktop-boards',
      kind: 'cpu',
      categories: ['processors'],
      maker: 'kretsbo',
      origin: cores < 8 ? 'refurbished' : 'compatible',
      name: words('Processor {cores} cores, socket {socket}', 'Processor {cores} kärnor, sockel {socket}'),
      values: { cores, socket, twice: cores * 2 },
      facts: { processor_cores: cores, socket, power: 45 + cores * 7 },
      price,
      weight: 60,
      story: simpleStory(
        '{cores} cores and {twice} threads for boards with socket {socket}.',
        '{cores} kärnor och {twice} trådar för moderkort med sockel {socket}.',
        ['Delivered without cooler, in a tray with lid.', 'Levereras utan kylare, i tråg med lock.'],
        [
          'Update the firmware of the board before you change processor.',
          'Uppdatera moderkortets firmware innan du byter processor.',
        ],
      ),
    }),
  )
}

function soundCards(): Part[] {
  return (
    [
      ['5.1', 449],
      ['7.1', 795],
      ['Studio', 1695],
    ] as const
  ).map(([name, price]) =>
    part({
      key: `sound ${name}`,
      family: 'desktop-boards',
      kind: 'sound-card',
      categories: ['sound-cards'],
      maker: 'kretsbo',
      name: words('Sound card {model}, PCIe', 'Ljudkort {model}, PCIe'),
      values: { model: name },
      facts: { interface: 'pcie_1' },
      price,
      weight: 140,
      story: simpleStory(
        'PCIe sound card with amplifier for headphones up to 600 ohms.',
        'PCIe-ljudkort med förstärkare för hörlurar upp till 600 ohm.',
        ['Shielded against noise from the graphics card.', 'Skärmat mot störningar från grafikkortet.'],
        ['Brackets of full and low height are included.', 'Fästen i full och låg höjd medföljer.'],
      ),
    }),
  )
}

function cases(): Part[] {
  return (['atx', 'micro_atx', 'mini_itx'] as const).flatMap((form) =>
    (['black', 'white', 'grey'] as const).map((colour, at) =>
      part({
        key: `case ${form} ${colour}`,
        family: 'cases',
        kind: 'case',
        categories: ['cases'],
        maker: 'stomvik',
        name: words('Case {formWord}, {shade}', 'Chassi {formWord}, {shade}'),
        values: {
          formWord: labelOf('form_factor', form) ?? words(form),
          shade: words(colour, { black: 'svart', white: 'vitt', grey: 'grått' }[colour]),
          long: form === 'mini_itx' ? 310 : 380,
        },
        facts: { form_factor: form, colour, material: 'steel' },
        price: shelfPrice(690 + at * 120 + (form === 'mini_itx' ? 200 : 0)),
        weight: 6200,
        story: simpleStory(
          '{formWord} case with room for graphics cards of {long} mm.',
          '{formWord}-chassi med plats för grafikkort på {long} mm.',
          ['Filters in front and below come out without tools.', 'Filter fram och under tas ut utan verktyg.'],
          ['Two quiet fans are fitted.', 'Två tystgående fläktar är monterade.'],
        ),
      }),
    ),
  )
}

function board(form: 'atx' | 'micro_atx' | 'mini_itx', socket: 'K4' | 'K5' | 'R7'): Part {
  const slots = form === 'mini_itx' ? 2 : 4
  const generation = socket === 'K4' ? 'DDR4' : 'DDR5'
  return part({
    key: `board ${form} ${socket}`,
    family: 'desktop-boards',
    kind: 'motherboard',
    categories: ['desktop-motherboards'],
    maker: 'kretsbo',
    story: boardStory,
    name: words(
      'Motherboard {formWord}, socket {socket}, {generation}',
      'Moderkort {formWord}, sockel {socket}, {generation}',
    ),
    values: {
      formWord: labelOf('form_factor', form) ?? words(form),
      socket,
      slots,
      generation,
      m2: form === 'atx' ? 3 : 2,
    },
    facts: { form_factor: form, socket, memory_type: generation, ports: 8 },
    price: shelfPrice(1090 + (socket === 'K4' ? 0 : 700) + (form === 'mini_itx' ? 300 : form === 'atx' ? 250 : 0)),
    weight: 900,
  })
}

function graphics(gb: number, watts: number, size: 'short' | 'long'): Part {
  const long = size === 'long'
  return part({
    key: `graphics ${gb} ${size}`,
    family: 'desktop-boards',
    kind: 'video-card',
    looks: { fans: long ? 2 : 1 },
    categories: ['graphics-cards'],
    maker: long ? 'kretsbo' : 'panelis',
    story: cardStory,
    name: long
      ? words('Graphics card {gb} GB, two fans', 'Grafikkort {gb} GB, två fläktar')
      : words('Graphics card {gb} GB, short', 'Grafikkort {gb} GB, kort modell'),
    values: {
      gb,
      outputs: gb > 4 ? 4 : 3,
      slots: gb > 8 ? 3 : long ? 2 : 1,
      watts,
      useWord:
        gb <= 4
          ? words(
              'For office work and extra screens; needs no power cable.',
              'För kontorsarbete och extra skärmar; behöver ingen strömkabel.',
            )
          : words(
              'Needs an 8-pin power cable from the power supply.',
              'Behöver en 8-polig strömkabel från nätaggregatet.',
            ),
    },
    facts: {
      video_memory: gb,
      power: watts,
      interface: 'pcie_16',
      ports: gb > 4 ? 4 : 3,
      length_mm: long ? 240 + gb * 4 : 168,
    },
    price: shelfPrice(490 + gb * 330 + (long ? 250 : 0)),
    weight: 380 + gb * 40,
  })
}
