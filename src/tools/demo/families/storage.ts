import type { MakerId } from '../makers.ts'
import { part, shelfPrice, type Part } from '../parts/part.ts'
import { words, type Story } from '../words.ts'

const sizes = [250, 500, 1000, 2000, 4000] as const

const ssdStory: Story = [
  [
    words(
      '{size} solid state drive that reads at up to {read} MB/s and writes at up to {write} MB/s.',
      'SSD på {size} som läser i upp till {read} MB/s och skriver i upp till {write} MB/s.',
    ),
    words(
      '{size} on {formWord}, rated for {endurance} TB of writing.',
      '{size} i format {formWord}, klassad för {endurance} TB skrivning.',
    ),
  ],
  [
    words(
      'Copy your old drive first with an enclosure, then swap: start and files stay as they were.',
      'Klona först den gamla disken i ett kabinett och byt sedan: system och filer blir som förut.',
    ),
    words(
      'Encryption in hardware, secure erase and health report are supported.',
      'Stöder hårdvarukryptering, säker radering och hälsorapport.',
    ),
    words(
      'Power loss during writing does not harm data that is already stored.',
      'Strömavbrott under skrivning skadar inte data som redan är sparad.',
    ),
  ],
  [words('{hint}', '{hint}')],
]

const diskStory: Story = [
  [words('{size} hard drive, {inches}, {rpm} rpm.', 'Hårddisk på {size}, {inches}, {rpm} varv/min.')],
  [
    words('Made for {use}, with {cache} MB cache.', 'Gjord för {use}, med {cache} MB cache.'),
    words(
      'Recommended for {use}; parks its heads when it is dropped or moved.',
      'Rekommenderas för {use}; parkerar läshuvudena vid stötar.',
    ),
  ],
  [
    words(
      'Keep a second copy of what matters: every drive fails some day.',
      'Ha alltid en kopia till av det som är viktigt: alla diskar går sönder till slut.',
    ),
  ],
]

const externalStory: Story = [
  [words('Portable {size} drive with USB-C, {speed}.', 'Bärbar disk på {size} med USB-C, {speed}.')],
  [
    words('The housing of aluminium cools without a fan.', 'Kabinettet av aluminium kyler utan fläkt.'),
    words('Cables for USB-C and USB-A are included.', 'Kablar för USB-C och USB-A medföljer.'),
  ],
  [
    words(
      'Formatted with exFAT, so that every system reads it.',
      'Formaterad med exFAT, så att alla system kan läsa den.',
    ),
  ],
]

const opticalStory: Story = [
  [words('{discs} drive, {place}.', '{discs}-enhet, {place}.')],
  [
    words(
      'Reads discs of 8 and 12 cm; the tray opens by hand too, with a pin.',
      'Läser skivor på 8 och 12 cm; luckan kan även öppnas för hand med en nål.',
    ),
  ],
  [
    words('The front panel is moved over from the old drive.', 'Fronten flyttas över från den gamla enheten.'),
    words('Needs no driver.', 'Behöver ingen drivrutin.'),
  ],
]

export const storage = (): Part[] => [
  ...sizes.flatMap((gb) => [
    ...(['bitlund', 'minnea', 'datavik'] as const).flatMap((maker) => [
      nvme(gb, maker, 'nvme_4', 'm2_2280'),
      nvme(gb, maker, 'nvme_3', 'm2_2280'),
    ]),
    ...(gb <= 2000 ? [nvme(gb, 'minnea', 'nvme_4', 'm2_2230'), nvme(gb, 'datavik', 'nvme_3', 'm2_2242')] : []),
    ...(['bitlund', 'minnea', 'datavik'] as const).map((maker) => sata(gb, maker)),
  ]),
  ...([1000, 2000, 4000, 5000, 8000] as const).flatMap((gb) => [
    external(gb, 'datavik'),
    ...(gb <= 4000 ? [external(gb, 'minnea')] : []),
  ]),
  ...[500, 1000, 2000, 5000].map((gb) => disk(gb, 'in_25')),
  ...[1000, 2000, 4000, 8000, 12000, 16000].map((gb) => disk(gb, 'in_35')),
  ...(['internal', 'slim', 'external', 'blu-ray'] as const).map(optical),
]

function sizeOf(gb: number): string {
  return gb >= 1000 ? `${gb / 1000} TB` : `${gb} GB`
}

const dearness: Partial<Record<MakerId, number>> = { bitlund: 1.12, minnea: 1, datavik: 0.9 }

function nvme(gb: number, maker: MakerId, link: 'nvme_4' | 'nvme_3', form: 'm2_2280' | 'm2_2242' | 'm2_2230'): Part {
  const fast = link === 'nvme_4'
  const [read, write] = fast ? [maker === 'bitlund' ? 7200 : 5000, maker === 'bitlund' ? 6400 : 4200] : [3400, 2600]
  const endurance = Math.round((gb * (fast ? 0.7 : 0.5)) / 10) * 10
  const formWord = `M.2 ${form.slice(3)}`
  return part({
    key: `nvme ${gb} ${maker} ${link} ${form}`,
    family: 'ssd',
    kind: 'ssd-m2',
    categories: ['ssd-nvme'],
    maker,
    story: ssdStory,
    name: words('SSD {size}, {formWord}, NVMe PCIe {pcie}', 'Intern SSD {size}, {formWord}, NVMe PCIe {pcie}'),
    values: {
      size: sizeOf(gb),
      formWord,
      pcie: fast ? '4.0' : '3.0',
      read,
      write,
      endurance,
      hint:
        form === 'm2_2280'
          ? words(
              '80 mm long, keyed M, flat enough for laptops.',
              '80 mm lång, M-nyckel, tillräckligt låg för bärbara datorer.',
            )
          : words(
              `Only ${form.slice(-2)} mm long: made for small laptops and hand-held consoles.`,
              `Bara ${form.slice(-2)} mm lång: gjord för små datorer och handhållna spelkonsoler.`,
            ),
    },
    facts: {
      capacity_gb: gb,
      form_factor: form,
      interface: link,
      read_speed: read,
      write_speed: write,
      endurance,
      warranty: 'months_60',
    },
    price: shelfPrice((260 + gb * (fast ? 0.82 : 0.68)) * (dearness[maker] ?? 1) * (form === 'm2_2280' ? 1 : 1.15)),
    weight: 9,
  })
}

function sata(gb: number, maker: MakerId): Part {
  return part({
    key: `sata ${gb} ${maker}`,
    family: 'ssd',
    kind: 'ssd-25',
    categories: ['ssd-sata'],
    maker,
    story: ssdStory,
    name: words('SSD {size} 2.5-inch SATA', 'Intern SSD {size} 2,5 tum SATA'),
    values: {
      size: sizeOf(gb),
      formWord: words('2.5 inch', '2,5 tum'),
      read: 560,
      write: 520,
      endurance: gb * 0.6,
      hint: words('7 mm high; a spacer to 9.5 mm is included.', '7 mm hög; distans till 9,5 mm medföljer.'),
    },
    facts: {
      capacity_gb: gb,
      form_factor: 'in_25',
      interface: 'sata_3',
      read_speed: 560,
      write_speed: 520,
      endurance: gb * 0.6,
      thickness: 7,
      warranty: 'months_36',
    },
    price: shelfPrice((230 + gb * 0.66) * (dearness[maker] ?? 1)),
    weight: 45,
  })
}

function external(gb: number, maker: MakerId): Part {
  const fast = maker === 'minnea'
  return part({
    key: `external ${gb} ${maker}`,
    family: 'hard-drives',
    kind: 'external-drive',
    categories: ['external-drives'],
    maker,
    story: externalStory,
    name: fast
      ? words('External SSD {size}, USB-C 10 Gbit/s', 'Extern SSD {size}, USB-C 10 Gbit/s')
      : words('External hard drive {size}, USB-C', 'Extern hårddisk {size}, USB-C'),
    values: { size: sizeOf(gb), speed: fast ? '10 Gbit/s' : '5 Gbit/s' },
    facts: { capacity_gb: gb, interface: fast ? 'usb_10' : 'usb_5', material: 'aluminium' },
    price: shelfPrice(fast ? 420 + gb * 0.84 : 390 + gb * 0.26),
    weight: fast ? 60 : 180,
  })
}

function disk(gb: number, form: 'in_25' | 'in_35'): Part {
  const small = form === 'in_25'
  const rpm = small || gb <= 4000 ? 5400 : 7200
  return part({
    key: `disk ${gb} ${form}`,
    family: 'hard-drives',
    kind: 'hard-drive',
    categories: ['hard-drives'],
    maker: 'datavik',
    story: diskStory,
    name: words('Hard drive {size} {inches} SATA, {rpm} rpm', 'Hårddisk {size} {inches} SATA, {rpm} varv/min'),
    values: {
      size: sizeOf(gb),
      inches: small ? words('2.5-inch', '2,5 tum') : words('3.5-inch', '3,5 tum'),
      rpm,
      cache: rpm === 7200 ? 256 : 128,
      use: small
        ? words('laptops and consoles', 'bärbara datorer och konsoler')
        : gb > 4000
          ? words('servers that never sleep', 'servrar som aldrig vilar')
          : words('storage at home', 'lagring hemma'),
    },
    facts: { capacity_gb: gb, form_factor: form, interface: 'sata_3', rotation: rpm },
    price: shelfPrice(360 + gb * (small ? 0.32 : 0.21)),
    weight: small ? 110 : 640,
  })
}

function optical(sort: 'internal' | 'slim' | 'external' | 'blu-ray'): Part {
  const names = {
    internal: words('DVD drive, internal, SATA', 'DVD-enhet, intern, SATA'),
    slim: words('DVD drive for laptops, 9.5 mm', 'DVD-enhet till laptop, 9,5 mm'),
    external: words('External DVD drive, USB', 'Extern DVD-enhet, USB'),
    'blu-ray': words('External Blu-ray drive, USB-C', 'Extern Blu-ray-enhet, USB-C'),
  }
  const outside = sort === 'external' || sort === 'blu-ray'
  return part({
    key: `optical ${sort}`,
    family: 'hard-drives',
    kind: 'optical-drive',
    looks: { discs: sort === 'blu-ray' ? 'BD' : 'DVD' },
    categories: ['optical-drives'],
    maker: 'datavik',
    story: opticalStory,
    name: names[sort],
    values: {
      discs: sort === 'blu-ray' ? 'Blu-ray' : 'DVD',
      place: outside
        ? words('external, powered by USB', 'extern, strömförsörjd via USB')
        : words('internal, with SATA', 'intern, med SATA'),
    },
    facts: { interface: outside ? 'usb_5' : 'sata_3', ...(sort === 'slim' ? { thickness: 9.5 } : {}) },
    price: sort === 'blu-ray' ? 1195 : shelfPrice(outside ? 349 : 279),
    weight: outside ? 240 : 180,
  })
}
