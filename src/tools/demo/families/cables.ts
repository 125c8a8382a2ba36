import { part, shelfPrice, type Choice, type Part } from '../parts/part.ts'
import { labelOf } from '../parts/value-labels.ts'
import { words } from '../words.ts'
import type { CableLine } from './cable-line.ts'
import { displayCables } from './display-cables.ts'
import { networkCables } from './network-cables.ts'
import { powerCords } from './power-cords.ts'
import { usbCables } from './usb-cables.ts'

/** Every cable line in every colour is a product whose variants are its lengths. */
export const cables = (): Part[] =>
  [...usbCables, ...displayCables, ...networkCables, ...powerCords].flatMap((line) =>
    (line.colours ?? ['black']).map((colour) => cable(line, colour)),
  )

function cable(line: CableLine, colour: string): Part {
  const shade = labelOf('colour', colour) ?? words(colour)
  const several = (line.colours?.length ?? 1) > 1
  const base = {
    ...line.facts,
    ...(line.category === 'power-cords' ? {} : { end_a: line.ends[0], end_b: line.ends[1] }),
    colour,
  }
  const choices: Choice[] = line.lengths.map((length) => ({
    code: `${length}M`.replace('.', ''),
    label: words(`${length} m`, `${length} m`.replace('.', ',')),
    price: shelfPrice(line.price + line.perMetre * length),
    facts: { length },
  }))
  return part({
    key: `cable ${line.id} ${colour}`,
    family: 'cables',
    type: 2,
    kind: line.kind,
    looks: {
      lengths: line.lengths.join(' / '),
      ...(line.category === 'power-cords' ? { cord: line.id.slice(0, 3).trim() } : {}),
    },
    categories: [line.category],
    maker: line.category === 'power-cords' ? 'kontakta' : 'ledara',
    name: several
      ? words(`${line.name.en}, ${shade.en.toLowerCase()}`, `${line.name.sv}, ${shade.sv.toLowerCase()}`)
      : line.name,
    story: [
      [line.lead],
      line.tips,
      [
        words(
          "Choose the length above; leave a hand's breadth of slack.",
          'Välj längd ovan, och räkna med en handsbredd extra.',
        ),
        words('The length is counted from plug to plug.', 'Längden räknas från kontakt till kontakt.'),
        words('A reusable tie is included.', 'Ett återanvändbart buntband följer med.'),
      ],
    ],
    facts: base,
    price: shelfPrice(line.price + line.perMetre * (line.lengths[0] ?? 1)),
    weight: 70,
    choices,
  })
}
