import { branch } from './branch.ts'

export const storageBranch = branch(
  'memory-and-storage',
  'ssd-m2',
  ['Memory & storage', 'Minne och lagring'],
  ['The upgrades that are felt most.', 'Uppgraderingarna som märks mest.'],
  [
    branch(
      'laptop-memory',
      'sodimm',
      ['Laptop memory', 'Laptopminne'],
      [
        'SO-DIMM modules. Mixed sizes work, mixed generations do not fit.',
        'SO-DIMM-moduler. Olika storlekar går att blanda, olika generationer passar inte ihop.',
      ],
      [
        branch(
          'so-dimm-ddr3l',
          'sodimm',
          ['DDR3L SO-DIMM', 'DDR3L SO-DIMM'],
          ['1.35 V modules for older laptops.', '1,35 V-moduler för äldre bärbara datorer.'],
        ),
        branch(
          'so-dimm-ddr4',
          'sodimm',
          ['DDR4 SO-DIMM', 'DDR4 SO-DIMM'],
          [
            '260-pin modules for laptops from about 2016 to 2022.',
            '260-stiftsmoduler för bärbara datorer från cirka 2016 till 2022.',
          ],
        ),
        branch(
          'so-dimm-ddr5',
          'sodimm',
          ['DDR5 SO-DIMM', 'DDR5 SO-DIMM'],
          ['262-pin modules for recent laptops.', '262-stiftsmoduler för nyare bärbara datorer.'],
        ),
      ],
    ),
    branch(
      'desktop-memory',
      'memory-module',
      ['Desktop memory', 'Minne till stationär dator'],
      ['DIMM modules, one by one and in pairs.', 'DIMM-moduler, styckvis och i par.'],
      [
        branch(
          'dimm-ddr4',
          'memory-module',
          ['DDR4 DIMM', 'DDR4 DIMM'],
          ['288-pin DDR4 modules.', 'DDR4-moduler med 288 stift.'],
        ),
        branch(
          'dimm-ddr5',
          'memory-module',
          ['DDR5 DIMM', 'DDR5 DIMM'],
          ['288-pin DDR5 modules.', 'DDR5-moduler med 288 stift.'],
        ),
      ],
    ),
    branch(
      'ssd',
      'ssd-m2',
      ['SSDs', 'SSD'],
      ['Solid state drives for laptops and desktop computers.', 'SSD för bärbara och stationära datorer.'],
      [
        branch(
          'ssd-nvme',
          'ssd-m2',
          ['M.2 NVMe SSDs', 'M.2 NVMe-diskar'],
          [
            'Sticks of 2230, 2242 and 2280 length. Check the length before you order.',
            'Kort i längderna 2230, 2242 och 2280. Kontrollera längden innan du beställer.',
          ],
        ),
        branch(
          'ssd-sata',
          'ssd-25',
          ['SATA SSDs', 'SATA-diskar'],
          ['2.5-inch drives, 7 mm high.', '2,5-tumsdiskar, 7 mm höga.'],
        ),
      ],
    ),
    branch(
      'hard-drives',
      'hard-drive',
      ['Hard drives', 'Hårddiskar'],
      ['2.5- and 3.5-inch drives for storage and servers.', '2,5- och 3,5-tumsdiskar för lagring och servrar.'],
    ),
    branch(
      'external-drives',
      'external-drive',
      ['External drives', 'Externa diskar'],
      ['Portable drives with USB.', 'Bärbara diskar med USB.'],
    ),
    branch(
      'optical-drives',
      'optical-drive',
      ['Optical drives', 'Optiska enheter'],
      ['DVD and Blu-ray drives, internal and external.', 'DVD- och Blu-ray-enheter, interna och externa.'],
    ),
    branch(
      'drive-mounts',
      'drive-caddy',
      ['Caddies & enclosures', 'Diskramar och kabinett'],
      [
        'Frames that hold a drive in place, and housings that turn it into an external one.',
        'Ramar som håller disken på plats och kabinett som gör den extern.',
      ],
    ),
  ],
)

export const desktopBranch = branch(
  'desktop-parts',
  'motherboard',
  ['Desktop components', 'Datorkomponenter'],
  ['The parts of a stationary computer.', 'Delarna i en stationär dator.'],
  [
    branch(
      'desktop-motherboards',
      'motherboard',
      ['Motherboards', 'Moderkort'],
      ['Boards in ATX, Micro-ATX and Mini-ITX.', 'Moderkort i ATX, Micro-ATX och Mini-ITX.'],
    ),
    branch(
      'processors',
      'cpu',
      ['Processors', 'Processorer'],
      ['Processors without cooler, tested.', 'Processorer utan kylare, testade.'],
    ),
    branch(
      'graphics-cards',
      'video-card',
      ['Graphics cards', 'Grafikkort'],
      ['From two extra screens to 3D work.', 'Från två extra skärmar till 3D-arbete.'],
    ),
    branch(
      'sound-cards',
      'sound-card',
      ['Sound cards', 'Ljudkort'],
      ['PCIe cards with headphone amplifier.', 'PCIe-kort med hörlursförstärkare.'],
    ),
    branch(
      'cases',
      'case',
      ['Cases', 'Chassin'],
      ['Enclosures with filters and room for long cards.', 'Chassin med filter och plats för långa kort.'],
    ),
  ],
)

export const inputBranch = branch(
  'input-devices',
  'desktop-keyboard',
  ['Keyboards & mice', 'Tangentbord och möss'],
  ['For the desk.', 'Till skrivbordet.'],
  [
    branch(
      'desktop-keyboards',
      'desktop-keyboard',
      ['Keyboards', 'Tangentbord'],
      ['Wired and wireless, membrane and mechanical.', 'Med och utan sladd, membran och mekaniska.'],
    ),
    branch('mice', 'mouse', ['Mice', 'Möss'], ['Wired and wireless mice.', 'Möss med och utan sladd.']),
    branch(
      'keycaps',
      'keycap',
      ['Keycaps', 'Tangentknappar'],
      [
        'Single caps with scissor and rubber cup, and full sets.',
        'Lösa tangenter med sax och gummikopp samt hela uppsättningar.',
      ],
    ),
  ],
)
