import { models } from '../devices/devices.ts'
import { part, shelfPrice, type Part } from '../parts/part.ts'
import { labelOf } from '../parts/value-labels.ts'
import { words, type Story } from '../words.ts'

const supplyStory: Story = [
  [words('{watts} W with {gradeWord} and a fan of {fan} mm.', '{watts} W med {gradeWord} och en fläkt på {fan} mm.')],
  [
    words('{modular}', '{modular}'),
    words('The fan stands still below a third of the load.', 'Fläkten står still under en tredjedel av lasten.'),
  ],
  [
    words(
      'A unit runs best at about half its power: add up the parts and double.',
      'Ett aggregat mår bäst vid ungefär halva effekten: räkna ihop delarna och dubbla.',
    ),
    words(
      'Protected against overvoltage, overload and short circuit.',
      'Skyddat mot överspänning, överlast och kortslutning.',
    ),
  ],
]

export const powerSupplies = (): Part[] => [...standardSupplies(), ...originalSupplies()]

function standardSupplies(): Part[] {
  return [
    ...[450, 550, 650, 750, 850, 1000].flatMap((watts) =>
      (['bronze', 'gold', 'platinum'] as const).slice(watts < 600 ? 0 : 1).map((grade) => supply(watts, grade, 'atx')),
    ),
    ...[450, 600, 750].map((watts) => supply(watts, 'gold', 'sfx')),
  ]
}

/** Original power supplies of the desktop computer makers. */
function originalSupplies(): Part[] {
  return models
    .filter((model) => model.sort === 'desktop')
    .map((model) =>
      part({
        key: `supply ${model.key}`,
        family: 'power-supplies',
        kind: 'power-supply',
        categories: ['power-supplies'],
        maker: model.brand,
        origin: 'original',
        name: words('Power supply {watts} W for {fits}', 'Nätaggregat {watts} W till {fits}'),
        values: {
          watts: 260 + model.at * 50,
          fits: model.fits,
          fan: 80,
          gradeWord: words('80 Plus Bronze', '80 Plus Brons'),
          modular: words(
            "The plugs are the maker's own, so a standard unit does not fit.",
            'Kontakterna är tillverkarens egna, så ett standardaggregat passar inte.',
          ),
        },
        story: supplyStory,
        facts: { power: 260 + model.at * 50, efficiency: 'bronze', form_factor: 'slim' },
        price: shelfPrice(890 + model.at * 110),
        weight: 1400,
        devices: [model.deviceId],
      }),
    )
}

function supply(watts: number, grade: 'bronze' | 'gold' | 'platinum', form: 'atx' | 'sfx'): Part {
  return part({
    key: `supply ${watts} ${grade} ${form}`,
    family: 'power-supplies',
    kind: 'power-supply',
    categories: ['power-supplies'],
    maker: grade === 'bronze' ? 'voltrin' : 'kraftlund',
    story: supplyStory,
    name: words('Power supply {watts} W {formWord}, {gradeWord}', 'Nätaggregat {watts} W {formWord}, {gradeWord}'),
    values: {
      watts,
      formWord: form.toUpperCase(),
      gradeWord: labelOf('efficiency', grade) ?? words(grade),
      fan: form === 'atx' ? 120 : 92,
      modular:
        grade === 'bronze'
          ? words('Cables are fixed, with sleeves.', 'Fasta kablar med strumpa.')
          : words('Modular: fit only the cables you need.', 'Modulärt: anslut bara de kablar du behöver.'),
    },
    facts: { power: watts, efficiency: grade, form_factor: form },
    price: shelfPrice(
      320 + watts * (grade === 'platinum' ? 2.1 : grade === 'gold' ? 1.5 : 0.9) + (form === 'sfx' ? 200 : 0),
    ),
    weight: 1600 + watts,
  })
}
