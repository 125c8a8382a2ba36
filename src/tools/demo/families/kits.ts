import { chassisList, models, type Chassis } from '../devices/devices.ts'
import type { DrawingKind } from '../drawings/drawing.ts'
import type { DrawnFacts } from '../drawings/subject.ts'
import { part, shelfPrice, type Part } from '../parts/part.ts'
import { words, type Story, type Values, type Words } from '../words.ts'

/** The price of a set relative to the sum of its parts. */
const setFactor = 0.9

type Kit = {
  key: string
  kind: DrawingKind
  name: Words
  values: Values
  lead: Words
  contents: readonly (readonly [key: string, quantity: number])[]
  /** What its picture shows: the facts of its first piece. */
  looks?: DrawnFacts
  devices: readonly string[]
}

/** Sets made of parts in the shop; a kit with a missing or unpriced part is left out. */
export function kits(parts: readonly Part[]): Part[] {
  const byKey = new Map(parts.map((each) => [each.key, each]))
  return [...laptopKits(), ...phoneKits(), ...storageKits(), ...benchKits()].flatMap((kit) => {
    const pieces = kit.contents.map(([key, quantity]) => ({ piece: byKey.get(key), quantity }))
    const sum = pieces.reduce((total, { piece, quantity }) => total + (piece?.price ?? Number.NaN) * quantity, 0)
    return Number.isNaN(sum)
      ? []
      : [
          assemble(
            { ...kit, looks: looksOfFirst(pieces[0]?.piece, pieces.length) },
            sum,
            pieces.reduce((total, { piece, quantity }) => total + (piece?.weight ?? 0) * quantity, 0),
          ),
        ]
  })
}

/** The first piece of a kit gives the kit its picture; `set` is the number of different pieces. */
function looksOfFirst(piece: Part | undefined, pieces: number): DrawnFacts {
  return { ...piece?.facts, ...piece?.looks, pieces: undefined, set: pieces }
}

function assemble(
  { key, kind, looks = {}, name, values, lead, contents, devices }: Kit,
  sum: number,
  weight: number,
): Part {
  const story: Story = [
    [lead],
    [
      words(
        'Everything lies in one box, in the order in which you need it.',
        'Allt ligger i en låda, i den ordning du behöver det.',
      ),
      words(
        'Bought as a set it costs a tenth less than piece by piece.',
        'Som sats kostar det en tiondel mindre än styckvis.',
      ),
    ],
    [
      words('A drawing of the work steps is included.', 'En ritning över arbetsgången följer med.'),
      words('Unopened pieces may be returned one by one.', 'Oöppnade delar kan returneras var för sig.'),
    ],
  ]
  return part({
    key,
    family: 'kits',
    type: 3,
    kind,
    looks,
    categories: ['repair-kits'],
    maker: 'delverk',
    name,
    story,
    values,
    facts: { pieces: contents.reduce((count, [, quantity]) => count + quantity, 0) },
    price: shelfPrice(sum * setFactor),
    weight,
    devices,
    contents: contents.map(([piece, quantity]) => ({ key: piece, quantity })),
  })
}

function laptopKits(): Kit[] {
  return chassisList.flatMap((body) => [
    batteryKit(body),
    ...(body.age === 0 ? [] : [screenKit(body)]),
    ...(body.age === 1 ? [] : [fanKit(body)]),
  ])
}

function batteryKit({ key, fits, deviceIds }: Chassis): Kit {
  return {
    key: `battery kit ${key}`,
    kind: 'laptop-battery',
    name: words('Battery kit for {fits}', 'Batterisats till {fits}'),
    values: { fits },
    devices: deviceIds,
    lead: words('Battery, tool kit and pull tabs for {fits}.', 'Batteri, verktygssats och dragflikar till {fits}.'),
    contents: [
      [`battery ${key} 2`, 1],
      ['workshop kit laptop', 1],
      ['workshop pull tabs', 1],
    ],
  }
}

function screenKit({ key, fits, deviceIds }: Chassis): Kit {
  return {
    key: `screen kit ${key}`,
    kind: 'screen-panel',
    name: words('Screen kit for {fits}', 'Skärmsats till {fits}'),
    values: { fits },
    devices: deviceIds,
    lead: words('Panel, screen cable and tape for {fits}.', 'Panel, skärmkabel och tejp till {fits}.'),
    contents: [
      [`screen ${key} 0`, 1],
      [`screen cable ${key} false`, 1],
      ['workshop tape 3', 1],
    ],
  }
}

function fanKit({ key, fits, deviceIds, fans }: Chassis): Kit {
  return {
    key: `fan kit ${key}`,
    kind: 'fan',
    name: words('Fan kit for {fits}', 'Fläktsats till {fits}'),
    values: { fits },
    devices: deviceIds,
    lead: words(
      'Quiet fan, thermal paste and isopropanol for {fits}.',
      'Tystgående fläkt, kylpasta och isopropanol till {fits}.',
    ),
    contents: [
      [fans === 2 ? `fan ${key} left vindra` : `fan ${key} only vindra`, 1],
      ['paste 8.5 4', 1],
      ['workshop isopropanol 100', 1],
    ],
  }
}

function phoneKits(): Kit[] {
  return models
    .filter((model) => model.sort === 'phone')
    .map((model) => ({
      key: `battery kit ${model.key}`,
      kind: 'phone-battery',
      name: words('Battery kit for {fits}', 'Batterisats till {fits}'),
      values: { fits: model.fits },
      devices: [model.deviceId],
      lead: words('Battery, seal and phone tools for {fits}.', 'Batteri, tätning och mobilverktyg till {fits}.'),
      contents: [
        [`battery ${model.key} amperine`, 1],
        [`seal ${model.key}`, 1],
        ['workshop kit phone', 1],
      ],
    }))
}

function storageKits(): Kit[] {
  return [500, 1000, 2000, 4000].map((gb) => ({
    key: `ssd kit ${gb}`,
    kind: 'ssd-m2',
    name: words('SSD upgrade kit {size}, with enclosure', 'SSD-uppgradering {size}, med kabinett'),
    values: { size: gb >= 1000 ? `${gb / 1000} TB` : `${gb} GB` },
    devices: [],
    lead: words(
      'M.2 drive of {size}, enclosure for cloning and precision screwdriver.',
      'M.2-disk på {size}, kabinett för kloning och precisionsskruvmejsel.',
    ),
    contents: [
      [`nvme ${gb} minnea nvme_4 m2_2280`, 1],
      ['enclosure nvme 10', 1],
      ['workshop driver 24', 1],
    ],
  }))
}

function benchKits(): Kit[] {
  return [
    {
      key: 'bench kit',
      kind: 'esd-mat',
      name: words('Workbench starter kit', 'Startsats för arbetsbänken'),
      values: {},
      devices: [],
      lead: words(
        'ESD mat, wrist strap, tool kit and screw mat: a bench in one parcel.',
        'ESD-matta, armband, verktygssats och skruvmatta: en arbetsbänk i ett paket.',
      ),
      contents: [
        ['workshop esd mat', 1],
        ['workshop wrist strap', 1],
        ['workshop kit laptop', 1],
        ['workshop magnetic mat', 1],
      ],
    },
    {
      key: 'cleaning kit large',
      kind: 'cleaning-kit',
      name: words('Cleaning kit for the office', 'Rengöringssats för kontoret'),
      values: {},
      devices: [],
      lead: words(
        'Three cans of air, two packs of wipes and a pack of cloths for about twenty desks.',
        'Tre burkar tryckluft, två paket våtservetter och ett paket dukar till ungefär tjugo skrivbord.',
      ),
      contents: [
        ['workshop air', 3],
        ['workshop screen wipes', 2],
        ['workshop cloths', 1],
      ],
    },
  ]
}
