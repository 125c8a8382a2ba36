import { chassisList } from '../devices/devices.ts'
import { part, shelfPrice, type Part } from '../parts/part.ts'
import { words, type Story } from '../words.ts'

const caddyStory: Story = [
  [words('Frame that holds a 2.5-inch drive in {fits}.', 'Ram som håller en 2,5-tumsdisk i {fits}.')],
  [
    words(
      'Four screws for the drive and two for the laptop are included.',
      'Fyra skruvar till disken och två till datorn medföljer.',
    ),
    words('The connector with cable to the mainboard is included.', 'Kontakten med kabel till moderkortet ingår.'),
  ],
  [
    words(
      'Needed when the laptop was delivered without a drive in that bay.',
      'Behövs när datorn levererades utan disk i det facket.',
    ),
  ],
]

const enclosureStory: Story = [
  [words('Turns {driveWord} into an external one with {link}.', 'Gör {driveWord} till en extern disk med {link}.')],
  [
    words(
      'Opens without tools; the thermal pad inside carries the heat to the shell.',
      'Öppnas utan verktyg; den termiska dynan leder värmen till skalet.',
    ),
    words(
      'Good for cloning before a swap, and for the old drive afterwards.',
      'Bra för kloning inför ett byte, och för den gamla disken efteråt.',
    ),
  ],
  [words('Cable of {cable} m included.', 'Kabel på {cable} m medföljer.')],
]

export const driveMounts = (): Part[] => [
  ...chassisList
    .filter((body) => body.age === 0 && body.inches >= 14)
    .map((body) =>
      part({
        key: `caddy ${body.key}`,
        family: 'drive-mounts',
        kind: 'drive-caddy',
        categories: ['drive-mounts'],
        maker: 'stomvik',
        story: caddyStory,
        name: words('Drive caddy 2.5" for {fits}', 'Diskram 2,5 tum till {fits}'),
        values: { fits: body.fits },
        facts: { form_factor: 'in_25', material: 'steel' },
        price: shelfPrice(129),
        weight: 28,
        devices: body.deviceIds,
      }),
    ),
  enclosure('nvme', 5),
  enclosure('nvme', 10),
  enclosure('sata', 5),
  enclosure('sata', 10),
  enclosure('dual', 10),
]

function enclosure(sort: 'nvme' | 'sata' | 'dual', speed: 5 | 10): Part {
  const names = {
    nvme: words('M.2 NVMe enclosure, {link}', 'Kabinett för M.2 NVMe, {link}'),
    sata: words('2.5" SATA enclosure, {link}', 'Kabinett för 2,5 tum SATA, {link}'),
    dual: words('Docking cradle for two drives, {link}', 'Dockningsvagga för två diskar, {link}'),
  }
  const drives = {
    nvme: words('an M.2 stick', 'ett M.2-kort'),
    sata: words('a 2.5-inch drive', 'en 2,5-tumsdisk'),
    dual: words('any SATA drive', 'valfri SATA-disk'),
  }
  return part({
    key: `enclosure ${sort} ${speed}`,
    family: 'drive-mounts',
    kind: 'drive-caddy',
    categories: ['drive-mounts'],
    maker: 'datavik',
    story: enclosureStory,
    name: names[sort],
    values: { link: `USB ${speed} Gbit/s`, driveWord: drives[sort], cable: 0.5 },
    facts: {
      interface: speed === 10 ? 'usb_10' : 'usb_5',
      form_factor: sort === 'nvme' ? 'm2_2280' : 'in_25',
      material: 'aluminium',
    },
    price: shelfPrice((sort === 'dual' ? 520 : 199) + speed * 14),
    weight: sort === 'dual' ? 480 : 70,
  })
}
