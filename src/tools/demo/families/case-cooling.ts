import { models } from '../devices/devices.ts'
import { part, shelfPrice, type Part } from '../parts/part.ts'
import { words, type Story } from '../words.ts'

const fanStory: Story = [
  [
    words(
      '{mm} mm fan with {bearingWord} and {pins}-pin plug, {rpm} rpm and {noise} dB(A).',
      '{mm} mm-fläkt med {bearingWord} och {pins}-polig kontakt, {rpm} varv/min och {noise} dB(A).',
    ),
  ],
  [
    words('Rubber corners keep vibrations away from the case.', 'Gummihörn håller vibrationerna borta från chassit.'),
    words('The arrow on the frame shows which way the air goes.', 'Pilen på ramen visar luftens riktning.'),
  ],
  [
    words(
      'One fan in at the front and one out at the back is enough for most computers.',
      'En fläkt in fram och en ut bak räcker för de flesta datorer.',
    ),
    words('Four screws and four rubber pins are included.', 'Fyra skruvar och fyra gummipluggar medföljer.'),
  ],
]
const coolerStory: Story = [
  [
    words(
      '{kindUpper} with {pipes} heat pipes, {height} mm high, for up to {watts} W.',
      '{kindUpper} med {pipes} värmerör, {height} mm hög, för upp till {watts} W.',
    ),
  ],
  [
    words(
      'Fits sockets K4, K5 and R7; the brackets are included.',
      'Passar socklarna K4, K5 och R7; fästena medföljer.',
    ),
  ],
  [
    words('Paste is already printed on the base.', 'Kylpasta är redan påtryckt på bottenplattan.'),
    words(
      'Memory with tall heat spreaders still has room below.',
      'Minnen med höga kylflänsar får fortfarande plats under.',
    ),
  ],
]

export const caseCooling = (): Part[] => [...caseFans(), ...coolers(), ...fanHubs(), ...systemFans()]

function caseFans(): Part[] {
  return ([80, 92, 120, 140] as const).flatMap((mm) =>
    (['fluid', 'sleeve', 'ball'] as const).flatMap((bearing) =>
      ([3, 4] as const).map((pins) => {
        const rpm = Math.round((2600 - mm * 9 - (bearing === 'fluid' ? 300 : 0)) / 100) * 100
        const noise = Number((17 + (rpm - 1000) / 160 + (bearing === 'ball' ? 4 : 0)).toFixed(1))
        return part({
          key: `case fan ${mm} ${bearing} ${pins}`,
          family: 'case-cooling',
          kind: 'case-fan',
          categories: ['case-fans'],
          maker: bearing === 'fluid' ? 'vindra' : 'zefyra',
          story: fanStory,
          name: words(
            'Case fan {mm} mm, {bearingWord}, {pins} pins',
            'Chassifläkt {mm} mm, {bearingWord}, {pins} stift',
          ),
          values: {
            mm,
            pins,
            rpm,
            noise,
            bearingWord: {
              fluid: words('fluid bearing', 'vätskelager'),
              sleeve: words('sleeve bearing', 'glidlager'),
              ball: words('ball bearing', 'kullager'),
            }[bearing],
          },
          facts: {
            diameter: mm,
            fan_speed: rpm,
            noise,
            airflow: Math.round((mm * rpm) / 1900),
            bearing,
            pins,
            voltage: 12,
          },
          price: shelfPrice(mm * 0.8 + (bearing === 'fluid' ? 90 : 20) + (pins === 4 ? 20 : 0)),
          weight: mm + 30,
        })
      }),
    ),
  )
}

function coolers(): Part[] {
  const shapes = {
    low: [words('Low-profile cooler', 'Låg kylare'), 47, 4, 95],
    tower: [words('Tower cooler', 'Tornkylare'), 155, 5, 180],
    double: [words('Twin-tower cooler', 'Dubbeltornkylare'), 160, 6, 250],
  } as const
  return (Object.keys(shapes) as (keyof typeof shapes)[]).flatMap((shape) =>
    (['black', 'silver'] as const).map((colour) => {
      const [kindUpper, height, pipes, watts] = shapes[shape]
      return part({
        key: `cooler ${shape} ${colour}`,
        family: 'case-cooling',
        kind: 'cpu-cooler',
        looks: { shape, high_mm: height },
        categories: ['cpu-coolers'],
        maker: colour === 'black' ? 'vindra' : 'zefyra',
        story: coolerStory,
        name: words('{kindUpper} {height} mm, {shade}', '{kindUpper} {height} mm, {shade}'),
        values: { kindUpper, height, pipes, watts, shade: words(colour, colour === 'black' ? 'svart' : 'silver') },
        facts: { power: watts, diameter: shape === 'low' ? 92 : 120, noise: 22, colour, material: 'aluminium' },
        price: shelfPrice(240 + watts * 2.2 + (colour === 'black' ? 50 : 0)),
        weight: 300 + height * 4,
      })
    }),
  )
}

function fanHubs(): Part[] {
  return [3, 5, 8].map((ports) =>
    part({
      key: `fan hub ${ports}`,
      family: 'case-cooling',
      kind: 'fan-controller',
      categories: ['fan-controllers'],
      maker: 'vindra',
      name: words('Fan hub for {ports} fans, PWM', 'Fläktnav för {ports} fläktar, PWM'),
      facts: { ports, voltage: 12 },
      price: shelfPrice(99 + ports * 18),
      weight: 60,
      story: [
        [
          words(
            'Runs {ports} fans from one connector on the board, with power from SATA.',
            'Driver {ports} fläktar från en kontakt på moderkortet, med ström från SATA.',
          ),
        ],
        [words('Only the first port reports its speed back.', 'Endast den första porten rapporterar varvtalet.')],
        [words('Holds with adhesive tape or a magnet.', 'Fästs med tejp eller magnet.')],
      ],
    }),
  )
}

function systemFans(): Part[] {
  return models
    .filter((model) => model.sort === 'desktop')
    .map((model) =>
      part({
        key: `case fan ${model.key}`,
        family: 'case-cooling',
        kind: 'case-fan',
        categories: ['case-fans'],
        maker: model.brand,
        origin: 'original',
        name: words('System fan for {fits}', 'Systemfläkt till {fits}'),
        values: {
          fits: model.fits,
          mm: 92,
          pins: 4,
          rpm: 2000,
          noise: 24,
          bearingWord: words('ball bearing', 'kullager'),
        },
        facts: { diameter: 92, fan_speed: 2000, noise: 24, bearing: 'ball', pins: 4, voltage: 12 },
        story: fanStory,
        price: shelfPrice(249 + model.at * 10),
        weight: 130,
        devices: [model.deviceId],
      }),
    )
}
