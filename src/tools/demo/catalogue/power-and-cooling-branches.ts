import { branch } from './branch.ts'

export const powerBranch = branch(
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

export const coolingBranch = branch(
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
