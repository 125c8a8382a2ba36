import type { DrawingKind } from '../drawings/drawing.ts'
import { makerName, type MakerId } from '../makers.ts'
import { branch, type Branch } from './branch.ts'

const laptopBrands: readonly MakerId[] = ['nordbok', 'kestrel', 'halden', 'vireo', 'tamarack', 'solvik']

const batteries = byBrand('laptop-batteries', 'laptop-battery', 'batteries', 'batterier', (brand) => [
  `Batteries for ${brand} laptops, sorted by series. Compare voltage and plug with the label of the old ` +
    'battery before you order.',
  `Batterier till ${brand}-datorer, ordnade efter serie. Jämför spänning och kontakt med etiketten på det ` +
    'gamla batteriet innan du beställer.',
])

const keyboards = byBrand('laptop-keyboards', 'laptop-keyboard', 'keyboards', 'tangentbord', (brand) => [
  `Replacement keyboards for ${brand} laptops. Choose the layout on the product page; the ribbon cable is included.`,
  `Tangentbord till ${brand}-datorer. Välj layout på produktsidan; flatkabeln följer med.`,
])

const screens: readonly Branch[] = [
  branch(
    'screens-small',
    'screen-panel',
    ['Screens, 11–13 inch', 'Skärmar, 11–13 tum'],
    [
      'Panels from 11.6 to 13.4 inches for small laptops.',
      'Paneler från 11,6 till 13,4 tum för mindre bärbara datorer.',
    ],
  ),
  branch(
    'screens-14',
    'screen-panel',
    ['Screens, 14 inch', 'Skärmar, 14 tum'],
    [
      '14-inch panels, matte and touch, with 30 or 40 pins.',
      '14-tumspaneler, matta och med pekfunktion, med 30 eller 40 stift.',
    ],
  ),
  branch(
    'screens-15',
    'screen-panel',
    ['Screens, 15–16 inch', 'Skärmar, 15–16 tum'],
    ['15.6- and 16-inch panels up to 2560 × 1600.', '15,6- och 16-tumspaneler upp till 2560 × 1600.'],
  ),
  branch(
    'screens-17',
    'screen-panel',
    ['Screens, 17 inch', 'Skärmar, 17 tum'],
    ['17.3-inch panels for workstations and gaming laptops.', '17,3-tumspaneler för arbetsstationer och speldatorer.'],
  ),
]

const cooling: readonly Branch[] = [
  branch(
    'laptop-fans',
    'fan',
    ['Laptop fans', 'Fläktar till bärbara datorer'],
    [
      'A fan that rattles or stands still is the most common reason for a hot laptop. Ours come with cable and plug.',
      'En fläkt som skramlar eller står still är den vanligaste orsaken till att datorn blir varm. Våra ' +
        'levereras med kabel och kontakt.',
    ],
  ),
  branch(
    'laptop-heatsinks',
    'heatsink-fan',
    ['Heatsinks with fan', 'Kylpaket med fläkt'],
    [
      'Heatsink, heat pipe and fan as one unit. Remember fresh thermal paste.',
      'Kylfläns, värmerör och fläkt i ett stycke. Glöm inte ny kylpasta.',
    ],
  ),
]

const frames: readonly Branch[] = [
  branch(
    'palmrests',
    'palmrest',
    ['Palmrests', 'Handledsstöd'],
    ['The upper half of the base, with or without trackpad.', 'Bottendelens övre halva, med eller utan styrplatta.'],
  ),
  branch(
    'bezels',
    'bezel',
    ['Screen bezels', 'Skärmramar'],
    [
      'The frame in front of the panel, with adhesive already in place.',
      'Ramen framför panelen, med häftremsor på plats.',
    ],
  ),
  branch(
    'lids',
    'bezel',
    ['Screen lids', 'Skärmlock'],
    [
      'The back of the screen, with aerial channels and hinge mounts.',
      'Skärmens baksida, med kanaler för antenner och fästen för gångjärn.',
    ],
  ),
  branch(
    'bottom-covers',
    'bottom-cover',
    ['Bottom covers', 'Bottenplattor'],
    ['Bottom plates with feet and grilles.', 'Bottenplattor med fötter och galler.'],
  ),
  branch(
    'hinges',
    'hinge',
    ['Hinges', 'Gångjärn'],
    [
      'Sold in pairs or one by one. Change both when one has broken: the other has carried the load.',
      'Säljs parvis eller var för sig. Byt båda när det ena gått av – det andra har burit lasten.',
    ],
  ),
]

const powerIn: readonly Branch[] = [
  branch(
    'dc-jacks',
    'dc-jack',
    ['DC jacks', 'Strömkontakter'],
    [
      'Charging sockets with cable. A loose plug is often the socket, not the charger.',
      'Laddkontakter med kabel. Glappar laddaren sitter felet ofta i kontakten.',
    ],
  ),
  branch(
    'io-boards',
    'motherboard',
    ['I/O boards', 'Portkort'],
    ['Small boards with USB, audio and card reader.', 'Små kort med USB, ljud och kortläsare.'],
  ),
]

const senses: readonly Branch[] = [
  branch(
    'webcams',
    'webcam-module',
    ['Webcams', 'Webbkameror'],
    ['Camera modules that sit behind the screen bezel.', 'Kameramoduler som sitter bakom skärmramen.'],
  ),
  branch(
    'speakers',
    'speaker',
    ['Speakers', 'Högtalare'],
    ['Left and right speaker on one cable.', 'Vänster och höger högtalare på samma kabel.'],
  ),
  branch(
    'microphones',
    'microphone',
    ['Microphones', 'Mikrofoner'],
    ['Microphone boards with cable.', 'Mikrofonkort med kabel.'],
  ),
]

const innerCables: readonly Branch[] = [
  branch(
    'screen-cables',
    'screen-cable',
    ['Screen cables', 'Skärmkablar'],
    [
      'eDP cables between mainboard and panel. Flicker when the lid moves points here.',
      'eDP-kablar mellan moderkort och panel. Flimmer när locket rörs tyder på kabeln.',
    ],
  ),
  branch(
    'flat-cables',
    'flat-flex-cable',
    ['Flat flex cables', 'Flatkablar'],
    [
      'Ribbon cables for trackpads, power buttons and I/O boards.',
      'Flatkablar till styrplattor, strömknappar och portkort.',
    ],
  ),
  branch(
    'antennas',
    'antenna',
    ['Wi-Fi antennas', 'Wifi-antenner'],
    ['Antenna pairs, main and auxiliary.', 'Antenner i par, main och aux.'],
  ),
]

export const laptopBranch: Branch = branch(
  'laptop-parts',
  'laptop',
  ['Laptop parts', 'Laptopdelar'],
  [
    'Parts for six makes of laptop. Choose your model first and you see only what fits.',
    'Delar till sex datormärken. Välj modell först, så ser du bara det som passar.',
  ],
  [
    branch(
      'laptop-batteries',
      'laptop-battery',
      ['Batteries', 'Batterier'],
      [
        'Original and compatible laptop batteries with two years of warranty. Every one is tested and dated.',
        'Laptopbatterier i original och kompatibelt utförande med två års garanti. Alla är testade och datummärkta.',
      ],
      batteries,
    ),
    branch(
      'laptop-screens',
      'screen-panel',
      ['Screens', 'Skärmar'],
      [
        'LCD and OLED panels without dead pixels. Size, resolution and number of pins must agree with the old panel.',
        'LCD- och OLED-paneler utan döda pixlar. Storlek, upplösning och antal stift måste stämma med den ' +
          'gamla panelen.',
      ],
      screens,
    ),
    branch(
      'laptop-keyboards',
      'laptop-keyboard',
      ['Laptop keyboards', 'Tangentbord till laptop'],
      [
        'Keyboards in Nordic, German, French, British, American and Swiss layout.',
        'Tangentbord med nordisk, tysk, fransk, brittisk, amerikansk och schweizisk layout.',
      ],
      keyboards,
    ),
    branch(
      'trackpads',
      'trackpad',
      ['Trackpads', 'Styrplattor'],
      ['Trackpads with buttons and cable.', 'Styrplattor med knappar och kabel.'],
    ),
    branch(
      'laptop-cooling',
      'fan',
      ['Laptop cooling', 'Laptopkylning'],
      [
        'Fans and heatsinks, matched to the body of your laptop.',
        'Fläktar och kylpaket som passar chassit i din dator.',
      ],
      cooling,
    ),
    branch(
      'laptop-frames',
      'palmrest',
      ['Frames & covers', 'Höljen och ramar'],
      ['Everything that holds the machine together.', 'Allt som håller ihop datorn.'],
      frames,
    ),
    branch(
      'laptop-power-in',
      'dc-jack',
      ['DC jacks & ports', 'Kontakter och portar'],
      ['Where the power and the cables go in.', 'Där strömmen och kablarna går in.'],
      powerIn,
    ),
    branch(
      'laptop-motherboards',
      'motherboard',
      ['Laptop motherboards', 'Moderkort till laptop'],
      [
        'New and refurbished boards, tested under load for four hours.',
        'Nya och renoverade kort, testade under last i fyra timmar.',
      ],
    ),
    branch(
      'laptop-senses',
      'webcam-module',
      ['Cameras & sound', 'Kamera och ljud'],
      ['What you are seen and heard by.', 'Det du syns och hörs med.'],
      senses,
    ),
    branch(
      'laptop-cables',
      'screen-cable',
      ['Internal cables', 'Interna kablar'],
      ['The cables between the parts.', 'Kablarna mellan delarna.'],
      innerCables,
    ),
  ],
)

function byBrand(
  prefix: string,
  kind: DrawingKind,
  en: string,
  sv: string,
  describe: (brand: string) => readonly [string, string],
): Branch[] {
  return laptopBrands.map((id) => {
    const brand = makerName(id)
    return branch(`${prefix}-${id}`, kind, [`${brand} ${en}`, `${brand}-${sv}`], describe(brand))
  })
}
