import { branch, type Branch } from './branch.ts'

const power = branch(
  'power',
  'charger',
  ['Power & charging', 'Ström och laddning'],
  ['Chargers, docking stations and power supplies.', 'Laddare, dockningsstationer och nätaggregat.'],
  [
    branch(
      'laptop-chargers',
      'charger',
      ['Laptop chargers', 'Laptopladdare'],
      [
        'Choose by plug and power. A stronger charger than the original does no harm; a weaker one charges slowly.',
        'Välj efter kontakt och effekt. En starkare laddare än originalet gör ingen skada; en svagare laddar långsamt.',
      ],
      [
        branch(
          'chargers-usb-c',
          'charger',
          ['USB-C chargers', 'USB-C-laddare'],
          ['Chargers with USB Power Delivery, 45 to 140 W.', 'Laddare med USB Power Delivery, 45 till 140 W.'],
        ),
        branch(
          'chargers-barrel',
          'charger',
          ['Chargers with barrel plug', 'Laddare med rund kontakt'],
          ['Measure the plug: outer and inner diameter decide.', 'Mät kontakten: ytter- och innerdiametern avgör.'],
        ),
        branch(
          'chargers-slim',
          'charger',
          ['Chargers with slim plug', 'Laddare med rektangulär kontakt'],
          [
            'For Tamarack and Nordbok with the rectangular socket.',
            'Till Tamarack och Nordbok med rektangulärt uttag.',
          ],
        ),
      ],
    ),
    branch(
      'docking-stations',
      'docking-station',
      ['Docking stations', 'Dockningsstationer'],
      ['One cable to screens, network and power.', 'En kabel till skärmar, nätverk och ström.'],
    ),
    branch(
      'power-supplies',
      'power-supply',
      ['Power supplies', 'Nätaggregat'],
      ['ATX and SFX units for desktop computers.', 'ATX- och SFX-aggregat för stationära datorer.'],
    ),
    branch(
      'power-cords',
      'power-cord',
      ['Power cords', 'Nätsladdar'],
      ['Mains cords for chargers, screens and printers.', 'Nätsladdar till laddare, skärmar och skrivare.'],
    ),
    branch(
      'small-batteries',
      'cmos-battery',
      ['CMOS batteries & cells', 'CMOS-batterier och celler'],
      [
        'Coin cells with and without cable, and cells for battery packs.',
        'Knappceller med och utan kabel samt celler till batteripaket.',
      ],
    ),
  ],
)

const storage = branch(
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

const cooling = branch(
  'cooling',
  'case-fan',
  ['Cooling', 'Kylning'],
  ['Quiet air for desktop computers.', 'Tyst luft i stationära datorer.'],
  [
    branch(
      'case-fans',
      'case-fan',
      ['Case fans', 'Chassifläktar'],
      ['From 80 to 140 mm, with three or four pins.', 'Från 80 till 140 mm, med tre eller fyra stift.'],
    ),
    branch(
      'cpu-coolers',
      'cpu-cooler',
      ['CPU coolers', 'Processorkylare'],
      ['Tower and low-profile coolers with mounting kits.', 'Tornkylare och låga kylare med monteringssats.'],
    ),
    branch(
      'fan-controllers',
      'fan-controller',
      ['Fan controllers', 'Fläktstyrningar'],
      ['Splitters and hubs for several fans.', 'Förgrening och nav för flera fläktar.'],
    ),
    branch(
      'thermal-paste',
      'thermal-paste',
      ['Thermal paste', 'Kylpasta'],
      ['A pea-sized drop is enough for a laptop processor.', 'En ärtstor klick räcker till en laptopprocessor.'],
    ),
    branch(
      'thermal-pads',
      'thermal-pad',
      ['Thermal pads', 'Termiska dynor'],
      ['Thickness matters: measure the old pad.', 'Tjockleken är viktig: mät den gamla dynan.'],
    ),
  ],
)

const desktop = branch(
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

const input = branch(
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

const cables = branch(
  'cables-and-adapters',
  'usb-cable',
  ['Cables & adapters', 'Kablar och adaptrar'],
  ['Choose by the two ends, then the length.', 'Välj efter de två ändarna, sedan längden.'],
  [
    branch(
      'usb-cables',
      'usb-cable',
      ['USB cables', 'USB-kablar'],
      ['For data and charging.', 'För data och laddning.'],
    ),
    branch(
      'display-cables',
      'video-cable',
      ['Display cables', 'Bildkablar'],
      ['HDMI, DisplayPort and DVI.', 'HDMI, DisplayPort och DVI.'],
      [
        branch(
          'hdmi-cables',
          'video-cable',
          ['HDMI cables', 'HDMI-kablar'],
          ['Up to 4K at 120 Hz.', 'Upp till 4K i 120 Hz.'],
        ),
        branch(
          'displayport-cables',
          'video-cable',
          ['DisplayPort cables', 'DisplayPort-kablar'],
          ['With and without latch.', 'Med och utan lås.'],
        ),
      ],
    ),
    branch(
      'network-cables',
      'network-cable',
      ['Network cables', 'Nätverkskablar'],
      ['Shielded and unshielded patch cables.', 'Skärmade och oskärmade patchkablar.'],
    ),
    branch(
      'adapters',
      'adapter-dongle',
      ['Adapters', 'Adaptrar'],
      ['From one connector to another.', 'Från en kontakt till en annan.'],
    ),
  ],
)

const network = branch(
  'networking',
  'wifi-card',
  ['Networking', 'Nätverk'],
  ['Cards for wireless and wired networks.', 'Kort för trådlösa och trådbundna nätverk.'],
  [
    branch(
      'wifi-cards',
      'wifi-card',
      ['Wi-Fi cards', 'Wifi-kort'],
      ['M.2 cards with Bluetooth.', 'M.2-kort med Bluetooth.'],
    ),
    branch(
      'network-cards',
      'network-card',
      ['Network cards', 'Nätverkskort'],
      ['PCIe cards from 1 to 10 Gbit/s.', 'PCIe-kort från 1 till 10 Gbit/s.'],
    ),
  ],
)

const mobile = branch(
  'phone-and-tablet',
  'phone-screen',
  ['Phone & tablet parts', 'Mobil- och surfplattedelar'],
  [
    'Screens, batteries and charging ports for Lumora and Pelago.',
    'Skärmar, batterier och laddkontakter till Lumora och Pelago.',
  ],
  [
    branch(
      'phone-screens',
      'phone-screen',
      ['Phone screens', 'Mobilskärmar'],
      ['Glass, panel and frame in one piece.', 'Glas, panel och ram i ett stycke.'],
    ),
    branch(
      'phone-batteries',
      'phone-battery',
      ['Phone batteries', 'Mobilbatterier'],
      ['With pull tabs and adhesive.', 'Med dragflikar och häftremsor.'],
    ),
    branch(
      'charging-ports',
      'flat-flex-cable',
      ['Charging ports', 'Laddkontakter'],
      ['Charging ports on flexible cable, with microphone.', 'Laddkontakter på flexkabel, med mikrofon.'],
    ),
    branch(
      'tablet-screens',
      'touch-digitizer',
      ['Tablet screens & glass', 'Skärmar och glas till surfplatta'],
      ['Touch glass alone, or with the panel.', 'Enbart pekglas, eller med panel.'],
    ),
    branch(
      'tablet-batteries',
      'phone-battery',
      ['Tablet batteries', 'Batterier till surfplatta'],
      ['Flat batteries for tablets.', 'Platta batterier till surfplattor.'],
    ),
    branch(
      'phone-adhesives',
      'adhesive-strips',
      ['Adhesives & seals', 'Häftremsor och tätningar'],
      ['Cut to shape, so that the phone closes as it was.', 'Färdigskurna, så att telefonen sluter som förut.'],
    ),
  ],
)

const printers = branch(
  'printer-parts',
  'printer-roller',
  ['Printer parts', 'Skrivardelar'],
  ['Parts that wear, for Typera and Ordvik.', 'Slitdelar till Typera och Ordvik.'],
  [
    branch(
      'printer-rollers',
      'printer-roller',
      ['Rollers & pads', 'Rullar och friktionsplattor'],
      ['Paper jams mostly begin with a smooth roller.', 'Papperstrassel börjar oftast med en blanksliten rulle.'],
    ),
    branch(
      'toner-and-ink',
      'generic-part',
      ['Toner & ink', 'Toner och bläck'],
      ['Also as a subscription, every 30, 60 or 90 days.', 'Även som prenumeration, var 30:e, 60:e eller 90:e dag.'],
    ),
    branch(
      'printer-maintenance',
      'printer-roller',
      ['Fusers & maintenance', 'Fixerenheter och underhåll'],
      ['Kits for the service that the printer asks for.', 'Satser för den service som skrivaren ber om.'],
    ),
  ],
)

const workshop = branch(
  'tools-and-consumables',
  'screwdriver-set',
  ['Tools & consumables', 'Verktyg och förbrukning'],
  ['What stands on our own bench.', 'Det som finns på vår egen arbetsbänk.'],
  [
    branch(
      'screwdrivers',
      'screwdriver-set',
      ['Screwdrivers & bits', 'Skruvmejslar och bits'],
      ['Precision drivers for screws from M1 to M3.', 'Precisionsmejslar för skruvar från M1 till M3.'],
    ),
    branch(
      'opening-tools',
      'tool-kit',
      ['Opening tools', 'Öppningsverktyg'],
      ['Picks, spudgers and tweezers.', 'Plektrum, spatlar och pincetter.'],
    ),
    branch(
      'cleaning',
      'cleaning-kit',
      ['Cleaning', 'Rengöring'],
      ['Alcohol, air and cloths. Also as a subscription.', 'Alkohol, tryckluft och dukar. Även som prenumeration.'],
    ),
    branch(
      'esd-protection',
      'esd-mat',
      ['ESD protection', 'ESD-skydd'],
      ['Mats, straps and bags against static electricity.', 'Mattor, armband och påsar mot statisk elektricitet.'],
    ),
    branch(
      'screws',
      'screws',
      ['Screws & spacers', 'Skruvar och distanser'],
      ['Sold in packs; the price per piece is shown.', 'Säljs i förpackning; styckpriset visas.'],
    ),
    branch(
      'tapes',
      'adhesive-strips',
      ['Tapes & adhesives', 'Tejp och lim'],
      ['For batteries, bezels and glass.', 'För batterier, ramar och glas.'],
    ),
  ],
)

const kits = branch(
  'kits-and-gifts',
  'tool-kit',
  ['Kits & gift cards', 'Satser och presentkort'],
  ['Everything for one repair in one box.', 'Allt för en reparation i en låda.'],
  [
    branch(
      'repair-kits',
      'tool-kit',
      ['Repair kits', 'Reparationssatser'],
      [
        'The part, the tool and the consumables, cheaper than one by one.',
        'Delen, verktyget och förbrukningen, billigare än var för sig.',
      ],
    ),
    branch(
      'gift-cards',
      'gift-card',
      ['Gift cards', 'Presentkort'],
      ['Sent by e-mail, valid for two years.', 'Skickas med e-post, giltiga i två år.'],
    ),
  ],
)

export const otherBranches: readonly Branch[] = [
  power,
  storage,
  cooling,
  desktop,
  input,
  cables,
  network,
  mobile,
  printers,
  workshop,
  kits,
]
