import { words } from '../words.ts'
import type { WorkshopArticle } from './workshop-article.ts'

const opener = { family: 'tools', category: 'opening-tools', kind: 'tool-kit', maker: 'mejsla', weight: 60 } as const

export const openingTools: readonly WorkshopArticle[] = [
  {
    ...opener,
    id: 'picks',
    name: words('Opening picks, pack of 6', 'Öppningsplektrum, 6-pack'),
    facts: { pieces: 6, thickness: 0.8 },
    price: 59,
    group: 6,
    weight: 12,
    lines: [
      words(
        'Thin picks of tough plastic that open clips without marking the edge.',
        'Tunna plektrum av seg plast som öppnar snäppen utan att märka kanten.',
      ),
      words(
        'Leave one in the gap while you go on with the next.',
        'Lämna ett i springan medan du fortsätter med nästa.',
      ),
    ],
  },
  {
    ...opener,
    id: 'spudger',
    name: words('Spudger, antistatic', 'Spatel, antistatisk'),
    facts: { length_mm: 150 },
    price: 49,
    weight: 14,
    lines: [
      words('One pointed and one flat end, of antistatic nylon.', 'En spetsig och en flat ände, av antistatisk nylon.'),
      words(
        'The right tool for latches of flat cables and plugs of antennas.',
        'Rätt verktyg för låsen på flatkablar och kontakterna på antenner.',
      ),
    ],
  },
  {
    ...opener,
    id: 'tweezers',
    name: words('Tweezers, straight and curved', 'Pincetter, rak och böjd'),
    facts: { pieces: 2, material: 'steel' },
    price: 99,
    group: 2,
    weight: 40,
    lines: [
      words(
        'Two tweezers of non-magnetic steel with coated grips.',
        'Två pincetter av omagnetiskt stål med klädda grepp.',
      ),
      words('The tips meet exactly and hold a screw of 1.2 mm.', 'Spetsarna möts exakt och håller en skruv på 1,2 mm.'),
    ],
  },
  {
    ...opener,
    id: 'suction',
    name: words('Suction handle for glass', 'Sugkopp för glas'),
    facts: { diameter: 55 },
    price: 89,
    weight: 45,
    lines: [
      words('Lifts glued screens; the lever tightens the grip.', 'Lyfter limmade skärmar; spaken drar åt greppet.'),
      words(
        'Clean the glass first, otherwise it lets go at the wrong moment.',
        'Torka glaset först, annars släpper den i fel ögonblick.',
      ),
    ],
  },
  {
    ...opener,
    id: 'heat bag',
    name: words('Heating pad for glued screens', 'Värmedyna för limmade skärmar'),
    facts: { voltage: 230, power: 45 },
    price: 349,
    weight: 380,
    lines: [
      words(
        'Warms evenly to 75 °C and keeps it, which softens adhesive without harming the panel.',
        'Värmer jämnt till 75 °C och håller temperaturen, vilket mjukar upp limmet utan att skada panelen.',
      ),
      words('Four minutes are enough for a phone.', 'Fyra minuter räcker för en mobil.'),
    ],
  },
  {
    ...opener,
    id: 'kit laptop',
    name: words('Tool kit for laptops, 20 parts', 'Verktygssats för bärbara datorer, 20 delar'),
    facts: { pieces: 20 },
    price: 299,
    weight: 420,
    lines: [
      words(
        'Driver, twelve bits, picks, spudger, tweezers and brush in a roll-up case.',
        'Skaft, tolv bits, plektrum, spatel, pincett och borste i ett rulletui.',
      ),
      words(
        'Everything for changing battery, keyboard, fan and screen.',
        'Allt för att byta batteri, tangentbord, fläkt och skärm.',
      ),
    ],
  },
  {
    ...opener,
    id: 'kit phone',
    name: words('Tool kit for phones, 14 parts', 'Verktygssats för mobiler, 14 delar'),
    facts: { pieces: 14 },
    price: 229,
    weight: 260,
    lines: [
      words(
        'Pentalobe and Torx drivers, picks, suction handle and tweezers.',
        'Pentalobe- och Torxmejslar, plektrum, sugkopp och pincett.',
      ),
      words('With a mat that shows where each screw came from.', 'Med en matta som visar var varje skruv satt.'),
    ],
  },
  {
    ...opener,
    id: 'magnetic mat',
    name: words('Magnetic screw mat with pen', 'Magnetisk skruvmatta med penna'),
    facts: { length_mm: 250, width_mm: 200 },
    price: 119,
    weight: 210,
    lines: [
      words(
        'Screws stay where you put them; write beside them what they belong to.',
        'Skruvarna ligger kvar där du lägger dem; skriv bredvid var de hör hemma.',
      ),
      words('Wipes clean with a dry cloth.', 'Torkas ren med en torr trasa.'),
    ],
  },
]
