import { chassisList, type Chassis } from '../devices/devices.ts'
import { part, shelfPrice, type Part } from '../parts/part.ts'
import { drawsFor } from '../random.ts'
import { words, type Story, type Words } from '../words.ts'
import { originalNumber } from './batteries.ts'

const fanStory: Story = [
  [
    words('{roleUpper} for {fits}, {pins}-pin plug, 5 V.', '{roleUpper} till {fits}, {pins}-polig kontakt, 5 V.'),
    words(
      'Replaces a {role} that rattles or has stopped in {fits}.',
      'Ersätter en {role} som skramlar eller har stannat i {fits}.',
    ),
  ],
  [
    words(
      'The {bearingWord} bearing keeps it at {noise} dB(A) even at {rpm} rpm.',
      'Lagret ({bearingWord}) håller den vid {noise} dB(A) även vid {rpm} varv/min.',
    ),
    words('Runs at up to {rpm} rpm, controlled by the laptop.', 'Går i upp till {rpm} varv/min och styrs av datorn.'),
  ],
  [
    words(
      'Clean the fins while you are there: dust behind the fan is what made the old one run so hard.',
      'Rengör kylflänsarna samtidigt: det är dammet bakom fläkten som fick den gamla att slita.',
    ),
    words(
      'The heatsink stays where it is, so no new paste is needed.',
      'Kylpaketet sitter kvar, så ingen ny kylpasta behövs.',
    ),
    words(
      'If the laptop reports a fan error at start, this is the part to change.',
      'Om datorn visar fläktfel vid start är det här delen att byta.',
    ),
  ],
]

const heatsinkStory: Story = [
  [words('Heatsink with {pipes} and fan for {fits}.', 'Kylpaket med {pipes} och fläkt till {fits}.')],
  [
    words(
      'Protective film covers the contact face; remove it and spread fresh paste.',
      'Skyddsfilm täcker kontaktytan; ta bort den och stryk på ny kylpasta.',
    ),
    words(
      'Tighten the screws in the order stamped beside them, a little at a time.',
      'Dra skruvarna i den ordning som är stansad bredvid dem, lite i taget.',
    ),
  ],
  [words('For boards with {graphics}.', 'För moderkort med {graphics}.')],
]

export const laptopCooling = (): Part[] =>
  chassisList.flatMap((body) => [
    ...(body.fans === 2
      ? [
          fan(body, 'left', 'vindra'),
          fan(body, 'right', 'vindra'),
          fan(body, 'left', 'zefyra'),
          fan(body, 'right', 'zefyra'),
        ]
      : [fan(body, 'only', 'vindra'), fan(body, 'only', 'zefyra')]),
    heatsink(body),
  ])

const roles: Record<'left' | 'right' | 'only', Words> = {
  left: words('processor fan', 'processorfläkt'),
  right: words('graphics fan', 'grafikfläkt'),
  only: words('fan', 'fläkt'),
}

function fan(body: Chassis, side: 'left' | 'right' | 'only', maker: 'vindra' | 'zefyra'): Part {
  const key = `fan ${body.key} ${side} ${maker}`
  const draws = drawsFor(key)
  const quiet = maker === 'vindra'
  const role = roles[side]
  const roleUpper = words(
    role.en.charAt(0).toUpperCase() + role.en.slice(1),
    role.sv.charAt(0).toUpperCase() + role.sv.slice(1),
  )
  const noise = draws.whole(quiet ? 24 : 29, quiet ? 30 : 36)
  const rpm = draws.whole(38, 58) * 100
  const pins = draws.pick([3, 4])
  return part({
    key,
    family: 'laptop-fans',
    kind: 'fan',
    categories: ['laptop-fans'],
    maker,
    story: fanStory,
    name: quiet
      ? words('Quiet {role} for {fits}, fluid bearing', 'Tystgående {role} till {fits}, vätskelager')
      : words('{roleUpper} for {fits}', '{roleUpper} till {fits}'),
    values: {
      fits: body.fits,
      role,
      roleUpper,
      pins,
      noise,
      rpm,
      bearingWord: quiet ? words('fluid', 'vätskelager') : words('sleeve', 'glidlager'),
    },
    facts: {
      diameter: draws.pick([50, 55, 60, 65]),
      fan_speed: rpm,
      noise,
      voltage: 5,
      pins,
      bearing: quiet ? 'fluid' : 'sleeve',
      ...(side === 'only' ? {} : { side }),
    },
    price: shelfPrice(quiet ? draws.whole(290, 420) : draws.whole(180, 280)),
    weight: 48,
    devices: body.deviceIds,
    replaces: [originalNumber(body, `fan ${side}`)],
  })
}

function heatsink(body: Chassis): Part {
  const key = `heatsink ${body.key}`
  const draws = drawsFor(key)
  const double = body.fans === 2 || draws.chance(0.3)
  return part({
    key,
    family: 'heatsinks',
    kind: 'heatsink-fan',
    looks: { pipes: double ? 2 : 1 },
    categories: ['laptop-heatsinks'],
    maker: draws.chance(0.5) ? body.brand : 'zefyra',
    story: heatsinkStory,
    name: words('Heatsink with fan for {fits}, {pipes}', 'Kylpaket med fläkt till {fits}, {pipes}'),
    values: {
      fits: body.fits,
      pipes: double ? words('two heat pipes', 'två värmerör') : words('one heat pipe', 'ett värmerör'),
      graphics:
        body.fans === 2
          ? words('separate graphics', 'separat grafik')
          : words('graphics in the processor', 'inbyggd grafik'),
    },
    facts: { material: 'copper', voltage: 5, fan_speed: draws.whole(36, 52) * 100 },
    price: shelfPrice(draws.whole(520, 980)),
    weight: double ? 240 : 150,
    devices: body.deviceIds,
  })
}
