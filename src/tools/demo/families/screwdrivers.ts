import { words } from '../words.ts'
import type { WorkshopArticle } from './workshop-article.ts'

const driver = {
  family: 'tools',
  category: 'screwdrivers',
  kind: 'screwdriver-set',
  maker: 'mejsla',
  weight: 180,
} as const

export const screwdrivers: readonly WorkshopArticle[] = [
  {
    ...driver,
    id: 'driver 24',
    name: words('Precision screwdriver with 24 bits', 'Precisionsskruvmejsel med 24 bits'),
    facts: { pieces: 25, material: 'chrome_vanadium' },
    price: 249,
    lines: [
      words(
        'Handle with rotating end and 24 magnetic bits from Phillips 000 to Torx T10.',
        'Skaft med roterande ände och 24 magnetiska bits från Phillips 000 till Torx T10.',
      ),
      words(
        'Covers every screw in the laptops and phones of our catalogue.',
        'Täcker alla skruvar i de datorer och mobiler som finns i vårt sortiment.',
      ),
      words(
        'Bits lie in order of size, with the size printed beside them.',
        'Bitsen ligger i storleksordning med storleken tryckt bredvid.',
      ),
    ],
  },
  {
    ...driver,
    id: 'driver 48',
    name: words('Precision screwdriver with 48 bits and case', 'Precisionsskruvmejsel med 48 bits och etui'),
    facts: { pieces: 50, material: 'chrome_vanadium' },
    price: 449,
    lines: [
      words(
        '48 bits, an extension and a flexible shaft in an aluminium case.',
        '48 bits, en förlängare och en böjlig axel i aluminiumetui.',
      ),
      words(
        'The lid doubles as a magnetic tray for loose screws.',
        'Locket är också en magnetisk skål för lösa skruvar.',
      ),
      words('The bits hold for years of daily work.', 'Bitsen håller för åratal av dagligt arbete.'),
    ],
  },
  {
    ...driver,
    id: 'driver electric',
    name: words('Electric precision screwdriver, USB-C', 'Elektrisk precisionsskruvmejsel, USB-C'),
    facts: { pieces: 36, power: 5 },
    price: 695,
    lines: [
      words(
        'Turns at 200 rpm and stops by itself at 0.2 Nm.',
        'Går med 200 varv/min och stannar av sig själv vid 0,2 Nm.',
      ),
      words('Tighten the last quarter by hand.', 'Dra det sista kvartsvarvet för hand.'),
      words('One charge is enough for some six hundred screws.', 'En laddning räcker till drygt sexhundra skruvar.'),
    ],
  },
  ...(['PH000', 'PH00', 'PH0', 'T5', 'T6', 'T8', 'P2', 'P5'] as const).map((tip): WorkshopArticle => ({
    ...driver,
    id: `driver ${tip}`,
    name: words(`Screwdriver ${tip}, 50 mm`, `Skruvmejsel ${tip}, 50 mm`),
    facts: {
      drive_type: tip.startsWith('PH') ? 'phillips' : tip.startsWith('T') ? 'torx' : 'pentalobe',
      length_mm: 50,
    },
    price: 69,
    weight: 28,
    lines: [
      words(
        `Precision driver ${tip} with a hardened, magnetic tip.`,
        `Precisionsmejsel ${tip} med härdad, magnetisk spets.`,
      ),
      tip.startsWith('PH')
        ? words(
            'The most common drive inside laptops; a worn tip ruins the screw before the screw is loose.',
            'Det vanligaste spåret i bärbara datorer; en sliten spets förstör skruven innan den lossnar.',
          )
        : words(
            'Sits straight in the drive and does not slip when it is turned hard.',
            'Sitter rakt i spåret och slinter inte när du tar i.',
          ),
      words('The cap turns on a ball bearing.', 'Toppen snurrar på kullager.'),
    ],
  })),
]
