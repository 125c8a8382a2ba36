import { branch } from './branch.ts'

export const workshopBranch = branch(
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

export const kitsBranch = branch(
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
