import { chassisList } from '../devices/devices.ts'
import type { MakerId } from '../makers.ts'
import { part, shelfPrice, type Part } from '../parts/part.ts'
import { words, type Story } from '../words.ts'

type Generation = {
  id: 'DDR3L' | 'DDR4' | 'DDR5'
  speeds: readonly number[]
  sizes: readonly number[]
  volts: number
  latencies: readonly number[]
  price: number
  year: number
}

const generations: readonly Generation[] = [
  { id: 'DDR3L', speeds: [1600], sizes: [4, 8], volts: 1.35, latencies: [11], price: 21, year: 2014 },
  { id: 'DDR4', speeds: [2666, 3200], sizes: [4, 8, 16, 32], volts: 1.2, latencies: [19, 22], price: 24, year: 2017 },
  { id: 'DDR5', speeds: [4800, 5600], sizes: [8, 16, 32, 48], volts: 1.1, latencies: [40, 46], price: 36, year: 2021 },
]

const story: Story = [
  [
    words(
      '{gb} GB {generation} at {speed} MT/s and {volts} V, CAS latency {latency}.',
      '{gb} GB {generation} vid {speed} MT/s och {volts} V, CAS-latens {latency}.',
    ),
    words(
      'One {formWord} module of {gb} GB, {generation}-{speed}, {volts} V.',
      'En {formWord}-modul på {gb} GB, {generation}-{speed}, {volts} V.',
    ),
  ],
  [
    words(
      'Works beside modules of another size and speed; the slowest one sets the pace.',
      'Fungerar ihop med moduler av annan storlek och hastighet; den långsammaste bestämmer takten.',
    ),
    words(
      'Two equal modules give the processor both channels and are noticeably faster than one.',
      'Två likadana moduler ger processorn båda kanalerna och är märkbart snabbare än en.',
    ),
  ],
  [
    words('Each module has been through a full memory test.', 'Varje modul har gått igenom ett helt minnestest.'),
    words(
      'Touch metal before you touch the module, and press until both clips close.',
      'Rör vid metall innan du tar i modulen och tryck tills båda spärrarna går igen.',
    ),
    words(
      '{generation} does not fit in the slots of other generations: the notch sits elsewhere.',
      '{generation} passar inte i socklar för andra generationer: urtaget sitter på ett annat ställe.',
    ),
  ],
]

const kitStory: Story = [
  [
    words(
      'Two matched modules of {gb} GB, {total} GB in all, {generation} at {speed} MT/s.',
      'Två matchade moduler på {gb} GB, totalt {total} GB, {generation} vid {speed} MT/s.',
    ),
  ],
  [
    words('With a heat spreader of aluminium, {height} mm high.', 'Med kylfläns av aluminium, {height} mm hög.'),
    words(
      'The rated speed is stored in the modules as a profile that you choose in the firmware.',
      'Den angivna hastigheten ligger lagrad i modulerna som en profil du väljer i firmware.',
    ),
  ],
  [words('Use slots 2 and 4 counted from the processor.', 'Använd sockel 2 och 4 räknat från processorn.')],
]

const makers: readonly MakerId[] = ['bitlund', 'minnea']

export const memory = (): Part[] =>
  generations.flatMap((generation) =>
    generation.sizes.flatMap((gb) =>
      generation.speeds.flatMap((speed, at) =>
        makers
          .flatMap((maker) => [
            stick(generation, gb, speed, at, maker, 'so_dimm'),
            ...(generation.id === 'DDR3L' ? [] : [stick(generation, gb, speed, at, maker, 'dimm')]),
          ])
          .concat(generation.id !== 'DDR3L' && gb > 4 ? [pair(generation, gb, speed, at)] : []),
      ),
    ),
  )

function stick(
  generation: Generation,
  gb: number,
  speed: number,
  at: number,
  maker: MakerId,
  form: 'so_dimm' | 'dimm',
): Part {
  const laptop = form === 'so_dimm'
  const fitting = laptop ? chassisList.filter((body) => sameAge(body.year, generation) && body.inches > 13.5) : []
  return part({
    key: `memory ${generation.id} ${gb} ${speed} ${maker} ${form}`,
    family: 'memory',
    kind: laptop ? 'sodimm' : 'memory-module',
    maker,
    story,
    categories: [`${laptop ? 'so-dimm' : 'dimm'}-${generation.id.toLowerCase()}`],
    name: laptop
      ? words('Laptop memory {gb} GB {generation}-{speed} SO-DIMM', 'Laptopminne {gb} GB {generation}-{speed} SO-DIMM')
      : words('Desktop memory {gb} GB {generation}-{speed} DIMM', 'Minne {gb} GB {generation}-{speed} DIMM'),
    values: {
      gb,
      generation: generation.id,
      speed,
      volts: generation.volts,
      latency: generation.latencies[at] ?? 22,
      formWord: laptop ? 'SO-DIMM' : 'DIMM',
    },
    facts: {
      capacity_gb: gb,
      memory_type: generation.id,
      memory_speed: speed,
      form_factor: form,
      voltage: generation.volts,
      latency: generation.latencies[at] ?? 22,
      warranty: 'months_60',
    },
    price: shelfPrice((90 + gb * generation.price) * (maker === 'minnea' ? 1.08 : 1) * (1 + at * 0.07)),
    weight: laptop ? 12 : 38,
    devices: fitting.slice(0, 14).flatMap((body) => body.deviceIds),
  })
}

function pair(generation: Generation, gb: number, speed: number, at: number): Part {
  return part({
    key: `memory pair ${generation.id} ${gb} ${speed}`,
    family: 'memory',
    kind: 'memory-module',
    categories: [`dimm-${generation.id.toLowerCase()}`],
    maker: 'bitlund',
    story: kitStory,
    name: words(
      'Memory pair {total} GB (2 × {gb}) {generation}-{speed} DIMM',
      'Minnespar {total} GB (2 × {gb}) {generation}-{speed} DIMM',
    ),
    values: { gb, total: gb * 2, generation: generation.id, speed, height: 34 },
    price: shelfPrice((90 + gb * generation.price) * 1.98 * (1 + at * 0.07)),
    weight: 92,
    facts: {
      capacity_gb: gb * 2,
      memory_type: generation.id,
      memory_speed: speed,
      form_factor: 'dimm',
      voltage: generation.volts,
      pieces: 2,
      warranty: 'months_60',
    },
  })
}

function sameAge(year: number, generation: Generation): boolean {
  const next = generations[generations.indexOf(generation) + 1]
  return year >= generation.year && (!next || year < next.year)
}
