import { chassisList, type Chassis } from '../devices/devices.ts'
import { part, shelfPrice, type Part } from '../parts/part.ts'
import { drawsFor } from '../random.ts'
import { words, type Story } from '../words.ts'
import { originalNumber } from './batteries.ts'

const boardStory: Story = [
  [
    words(
      'Mainboard for {fits} with {cores} processor cores and {gb} GB of soldered memory.',
      'Moderkort till {fits} med {cores} processorkärnor och {gb} GB fastlött minne.',
    ),
  ],
  [
    words(
      '{stateUpper}, run under load for four hours and delivered with the latest firmware.',
      '{stateUpper}, kört under last i fyra timmar och levererat med senaste firmware.',
    ),
    words(
      '{stateUpper}. All ports, both memory channels and the battery charging are tested.',
      '{stateUpper}. Alla portar, båda minneskanalerna och batteriladdningen är testade.',
    ),
  ],
  [
    words(
      'The serial number is empty, so that you can enter that of your own machine.',
      'Serienumret är tomt, så att du kan skriva in din egen dators nummer.',
    ),
    words('Heatsink not included: order paste as well.', 'Kylpaket ingår inte: beställ även kylpasta.'),
  ],
  [
    words(
      'No supervisor password and no lock to an organization.',
      'Inget BIOS-lösenord och ingen låsning till någon organisation.',
    ),
  ],
]

const jackStory: Story = [
  [words('Charging socket for {fits}, with {length} mm cable.', 'Laddkontakt till {fits}, med {length} mm kabel.')],
  [
    words(
      'If the laptop charges only when the plug is bent to one side, the socket is worn.',
      'Om datorn bara laddar när kontakten hålls snett är uttaget slitet.',
    ),
    words(
      'No soldering: the cable ends in a {pins}-pin plug on the board.',
      'Ingen lödning: kabeln slutar i en {pins}-polig kontakt på moderkortet.',
    ),
  ],
  [
    words('A bracket and one screw hold it in the base.', 'Ett fäste och en skruv håller den i bottendelen.'),
    words(
      'Pull on the plug, never on the wires, when you take out the old one.',
      'Dra i kontakten, aldrig i ledarna, när du tar ut den gamla.',
    ),
  ],
]

const ioStory: Story = [
  [words('Small board with {portList} for {fits}.', 'Litet kort med {portList} till {fits}.')],
  [
    words(
      'Often the cheapest way to repair a broken USB port.',
      'Ofta det billigaste sättet att laga en trasig USB-port.',
    ),
    words('The ribbon cable to the mainboard is sold separately.', 'Flatkabeln till moderkortet säljs separat.'),
  ],
  [
    words('Two screws, one cable, ten minutes.', 'Två skruvar, en kabel, tio minuter.'),
    words('Tested with a load of 0.9 A on every port.', 'Testat med 0,9 A belastning på varje port.'),
  ],
]

const webcamStory: Story = [
  [words('Camera module of {mega} megapixels for {fits}.', 'Kameramodul med {mega} megapixel till {fits}.')],
  [
    words(
      'It sits behind the bezel and is glued at two points.',
      'Den sitter bakom skärmramen och är limmad på två ställen.',
    ),
    words('Works with the drivers that are already there.', 'Fungerar med de drivrutiner som redan finns.'),
  ],
  [words('{infrared}', '{infrared}')],
]

const speakerStory: Story = [
  [
    words(
      'Left and right speaker for {fits}, 2 × {watts} W.',
      'Vänster och höger högtalare till {fits}, 2 × {watts} W.',
    ),
  ],
  [
    words('Rubber mounts keep the palmrest from buzzing.', 'Gummiupphängningen gör att handledsstödet inte surrar.'),
    words(
      'A crackle at low volume mostly means a torn cone.',
      'Sprakar det även på låg volym är membranet oftast trasigt.',
    ),
  ],
  [words('Both speakers share a 4-pin plug.', 'Båda högtalarna delar en 4-polig kontakt.')],
]

const micStory: Story = [
  [words('Microphone board with {count} microphones for {fits}.', 'Mikrofonkort med {count} mikrofoner till {fits}.')],
  [
    words(
      'The inlets are sealed with new gaskets, which keeps the noise of the fan out.',
      'Inloppen tätas med nya packningar, vilket stänger ute fläktljudet.',
    ),
  ],
  [
    words('Plugs into the camera cable.', 'Ansluts till kamerakabeln.'),
    words('Comes with a cable of its own.', 'Levereras med egen kabel.'),
  ],
]

export const laptopElectronics = (): Part[] =>
  chassisList.flatMap((body) => [
    mainboard(body, 0),
    mainboard(body, 1),
    jack(body),
    ioBoard(body),
    ...(body.age === 1 ? [webcam(body), microphone(body)] : []),
    speakers(body),
  ])

/** Processor cores and soldered gigabytes: two boards for the older chassis, two for the newer one. */
const boardSizes = [
  [2, 4],
  [4, 8],
  [6, 8],
  [8, 16],
] as const

function mainboard(body: Chassis, at: number): Part {
  const key = `mainboard ${body.key} ${at}`
  const draws = drawsFor(key)
  const { id, fits } = body.deviceOf(at)
  const refurbished = body.age === 0 || draws.chance(0.3)
  const [cores, gb] = boardSizes[body.age * 2 + at] ?? [8, 16]
  return part({
    key,
    family: 'laptop-boards',
    kind: 'motherboard',
    categories: ['laptop-motherboards'],
    story: boardStory,
    ...(refurbished ? { maker: 'kretsbo', origin: 'refurbished' } : { maker: body.brand, origin: 'original' }),
    name: words('Mainboard for {fits}, {cores} cores, {gb} GB', 'Moderkort till {fits}, {cores} kärnor, {gb} GB'),
    values: { fits, cores, gb, stateUpper: refurbished ? words('Refurbished', 'Renoverat') : words('New', 'Nytt') },
    facts: { processor_cores: cores, capacity_gb: gb, video_memory: body.fans === 2 ? draws.pick([4, 6, 8]) : 0 },
    weight: 380,
    devices: [id],
    price: draws.chance(0.18) ? null : shelfPrice((refurbished ? 1450 : 3200) + cores * 210 + gb * 60),
    replaces: [originalNumber(body, `mainboard ${at}`)],
  })
}

function jack(body: Chassis): Part {
  const draws = drawsFor(`jack ${body.key}`)
  const pins = draws.pick([4, 5, 6, 8])
  const length = draws.whole(6, 20) * 10
  return part({
    key: `jack ${body.key}`,
    family: 'dc-jacks',
    kind: 'dc-jack',
    categories: ['dc-jacks'],
    maker: 'kretsbo',
    story: jackStory,
    name: words('DC jack for {fits}', 'Strömkontakt till {fits}'),
    values: { fits: body.fits, length, pins },
    facts: { plug: body.plug, pins, length_mm: length },
    price: shelfPrice(draws.whole(120, 260)),
    weight: 18,
    devices: body.deviceIds,
  })
}

function ioBoard(body: Chassis): Part {
  const usb = body.inches > 15 ? 2 : 1
  const audio = drawsFor(`io ${body.key}`).chance(0.6)
  const list = words(
    `${usb} × USB-A${audio ? ' and headphone socket' : ''}`,
    `${usb} × USB-A${audio ? ' och hörlursuttag' : ''}`,
  )
  return part({
    key: `io ${body.key}`,
    family: 'io-boards',
    kind: 'io-board',
    looks: { audio: audio ? 'yes' : 'no' },
    categories: ['io-boards'],
    maker: 'kretsbo',
    story: ioStory,
    name: words('I/O board for {fits}, {portList}', 'Portkort till {fits}, {portList}'),
    values: { fits: body.fits, portList: list },
    facts: { ports: usb + (audio ? 1 : 0) },
    price: shelfPrice(230 + usb * 60),
    weight: 26,
    devices: body.deviceIds,
  })
}

function webcam(body: Chassis): Part {
  const mega = body.watts > 60 ? 5 : 2
  return part({
    key: `webcam ${body.key}`,
    family: 'camera-and-sound',
    kind: 'webcam-module',
    categories: ['webcams'],
    maker: 'klarvy',
    story: webcamStory,
    name: words('Webcam {mega} MP for {fits}', 'Webbkamera {mega} MP till {fits}'),
    values: {
      fits: body.fits,
      mega,
      infrared:
        body.watts > 60
          ? words(
              'The infrared sensor for signing in by face is included.',
              'IR-sensorn för inloggning med ansiktet ingår.',
            )
          : words('Without infrared sensor.', 'Utan IR-sensor.'),
    },
    facts: { max_resolution: 'fhd_60', pins: 8 },
    price: shelfPrice(140 + mega * 48),
    weight: 8,
    devices: body.deviceIds,
  })
}

function speakers(body: Chassis): Part {
  const watts = body.inches > 15 ? 2.5 : 2
  return part({
    key: `speakers ${body.key}`,
    family: 'camera-and-sound',
    kind: 'speaker',
    categories: ['speakers'],
    maker: 'kretsbo',
    story: speakerStory,
    name: words('Speakers for {fits}', 'Högtalare till {fits}'),
    values: { fits: body.fits, watts },
    facts: { power: watts, side: 'both', pins: 4 },
    price: shelfPrice(180 + watts * 40),
    weight: 42,
    devices: body.deviceIds,
  })
}

function microphone(body: Chassis): Part {
  return part({
    key: `microphone ${body.key}`,
    family: 'camera-and-sound',
    kind: 'microphone',
    categories: ['microphones'],
    maker: 'kretsbo',
    story: micStory,
    name: words('Microphone board for {fits}', 'Mikrofonkort till {fits}'),
    values: { fits: body.fits, count: body.watts > 60 ? words('two', 'två') : words('three', 'tre') },
    facts: { pins: 4 },
    price: shelfPrice(129),
    weight: 6,
    devices: body.deviceIds,
  })
}
