import type { MakerId } from '../catalogue/makers.ts'
import { part, type Facts, type Part } from '../catalogue/part.ts'
import type { DrawingKind } from '../drawings/drawing.ts'
import type { FamilyId } from '../catalogue/families.ts'
import { words, type Words } from '../words.ts'

type Article = {
  id: string
  family: FamilyId
  category: string
  kind: DrawingKind
  maker: MakerId
  name: Words
  lines: readonly Words[]
  facts: Facts
  price: number
  weight: number
  group?: number
  intervals?: readonly number[]
}

const driver = {
  family: 'tools',
  category: 'screwdrivers',
  kind: 'screwdriver-set',
  maker: 'mejsla',
  weight: 180,
} as const
const opener = { family: 'tools', category: 'opening-tools', kind: 'tool-kit', maker: 'mejsla', weight: 60 } as const
const cleaner = {
  family: 'consumables',
  category: 'cleaning',
  kind: 'cleaning-kit',
  maker: 'renodla',
  weight: 320,
} as const
const esd = { family: 'tools', category: 'esd-protection', kind: 'esd-mat', maker: 'mejsla', weight: 240 } as const
const tape = {
  family: 'consumables',
  category: 'tapes',
  kind: 'adhesive-strips',
  maker: 'renodla',
  weight: 30,
} as const

const articles: readonly Article[] = [
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
  ...(['PH000', 'PH00', 'PH0', 'T5', 'T6', 'T8', 'P2', 'P5'] as const).map((tip): Article => ({
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
  {
    ...cleaner,
    id: 'isopropanol 100',
    name: words('Isopropanol 99.9 %, 100 ml', 'Isopropanol 99,9 %, 100 ml'),
    facts: { volume: 100 },
    price: 69,
    weight: 110,
    intervals: [60, 90],
    lines: [
      words(
        'Removes old paste, flux and adhesive and leaves no residue.',
        'Löser gammal kylpasta, flussmedel och lim utan att lämna rester.',
      ),
      words(
        'Highly flammable: air the room and keep it from sparks.',
        'Mycket brandfarligt: vädra rummet och håll borta från gnistor.',
      ),
    ],
  },
  {
    ...cleaner,
    id: 'isopropanol 1000',
    name: words('Isopropanol 99.9 %, 1 litre', 'Isopropanol 99,9 %, 1 liter'),
    facts: { volume: 1000 },
    price: 199,
    weight: 860,
    intervals: [30, 60, 90],
    lines: [
      words(
        'The litre bottle for workshops, with a child-proof cap.',
        'Literflaskan för verkstaden, med barnskyddad kork.',
      ),
      words('Highly flammable: delivered by road only.', 'Mycket brandfarligt: levereras endast med vägtransport.'),
    ],
  },
  {
    ...cleaner,
    id: 'air',
    name: words('Compressed air, 400 ml', 'Tryckluft, 400 ml'),
    facts: { volume: 400 },
    price: 89,
    intervals: [30, 60, 90],
    lines: [
      words(
        'Blows dust from fins and keyboards, also upside down.',
        'Blåser damm ur kylflänsar och tangentbord, även upp och ned.',
      ),
      words(
        'Hold the fan still while you blow, or it generates a voltage.',
        'Håll fast fläkten medan du blåser, annars alstrar den spänning.',
      ),
    ],
  },
  {
    ...cleaner,
    id: 'screen wipes',
    name: words('Screen wipes, pack of 100', 'Skärmdukar, 100-pack'),
    facts: { pieces: 100 },
    price: 79,
    group: 100,
    intervals: [30, 60, 90],
    lines: [
      words(
        'Moist wipes for screens and glass, without ammonia.',
        'Fuktiga dukar för skärmar och glas, utan ammoniak.',
      ),
      words('Dries without streaks within a minute.', 'Torkar utan ränder inom en minut.'),
    ],
  },
  {
    ...cleaner,
    id: 'cloths',
    name: words('Microfibre cloths, pack of 10', 'Mikrofiberdukar, 10-pack'),
    facts: { pieces: 10 },
    price: 99,
    group: 10,
    weight: 150,
    lines: [
      words(
        'Lint-free cloths for screens and contacts, washable at 60 °C.',
        'Luddfria dukar för skärmar och kontakter, tvättas i 60 °C.',
      ),
      words(
        'In three colours, so that the dirty one is not taken for the clean.',
        'I tre färger, så att den smutsiga inte förväxlas med den rena.',
      ),
    ],
  },
  {
    ...cleaner,
    id: 'contact',
    name: words('Contact cleaner, 200 ml', 'Kontaktrengöring, 200 ml'),
    facts: { volume: 200 },
    price: 119,
    lines: [
      words('Dissolves oxide on plugs and potentiometers.', 'Löser oxid på kontakter och potentiometrar.'),
      words(
        'Let it dry for ten minutes before you connect the power.',
        'Låt torka i tio minuter innan du ansluter strömmen.',
      ),
    ],
  },
  {
    ...cleaner,
    id: 'brushes',
    name: words('Antistatic brushes, 3 sizes', 'Antistatiska borstar, 3 storlekar'),
    facts: { pieces: 3 },
    price: 89,
    group: 3,
    weight: 60,
    lines: [
      words('Conducting bristles that do not charge the board.', 'Ledande borst som inte laddar upp kretskortet.'),
      words('Small, medium and wide.', 'Liten, mellan och bred.'),
    ],
  },
  {
    ...cleaner,
    id: 'kit',
    name: words('Cleaning kit for laptops', 'Rengöringssats för bärbara datorer'),
    facts: { pieces: 5, volume: 100 },
    price: 179,
    intervals: [90],
    lines: [
      words('Spray, cloth, brush, wipes and swabs in a bag.', 'Spray, duk, borste, våtservetter och tops i en påse.'),
      words('Enough for a year with one computer.', 'Räcker i ett år för en dator.'),
    ],
  },
  {
    ...esd,
    id: 'esd mat',
    name: words('ESD mat 60 × 40 cm with cord', 'ESD-matta 60 × 40 cm med kabel'),
    facts: { length_mm: 600, width_mm: 400, material: 'rubber' },
    price: 299,
    weight: 900,
    lines: [
      words(
        'Two-layer mat with press studs for strap and earth.',
        'Matta i två lager med tryckknappar för armband och jord.',
      ),
      words('The surface bears soldering heat for a short while.', 'Ytan tål lödvärme en kort stund.'),
    ],
  },
  {
    ...esd,
    id: 'esd mat large',
    name: words('ESD mat 120 × 60 cm with cord', 'ESD-matta 120 × 60 cm med kabel'),
    facts: { length_mm: 1200, width_mm: 600, material: 'rubber' },
    price: 549,
    weight: 2300,
    lines: [
      words('Covers a whole bench, with two studs.', 'Täcker en hel arbetsbänk, med två tryckknappar.'),
      words('Can be cut with a knife.', 'Kan skäras till med kniv.'),
    ],
  },
  {
    ...esd,
    id: 'wrist strap',
    name: words('Wrist strap with 2 m cord', 'Armband med 2 m kabel'),
    facts: { length: 2 },
    price: 79,
    weight: 35,
    lines: [
      words(
        'Leads static charge away through a resistor of 1 megohm.',
        'Leder bort statisk laddning genom ett motstånd på 1 megaohm.',
      ),
      words('The elastic band fits every wrist.', 'Det elastiska bandet passar alla handleder.'),
    ],
  },
  {
    ...esd,
    id: 'bags',
    name: words('Antistatic bags 20 × 30 cm, pack of 50', 'Antistatpåsar 20 × 30 cm, 50-pack'),
    facts: { pieces: 50, length_mm: 300, width_mm: 200 },
    price: 129,
    group: 50,
    lines: [
      words(
        'Shielding bags for boards and drives, with a label field.',
        'Skärmande påsar för kretskort och diskar, med skrivfält.',
      ),
      words('For storing and for sending.', 'För lagring och för frakt.'),
    ],
  },
  {
    ...esd,
    id: 'gloves',
    name: words('ESD gloves, one pair', 'ESD-handskar, ett par'),
    facts: { material: 'carbon', pieces: 2 },
    price: 59,
    weight: 30,
    lines: [
      words(
        'Thin gloves with carbon thread and rubber fingertips.',
        'Tunna handskar med kolfibertråd och gummerade fingertoppar.',
      ),
      words('No fingerprints on lens and panel.', 'Inga fingeravtryck på lins och panel.'),
    ],
  },
  ...[2, 3, 5, 8].map((width): Article => ({
    ...tape,
    id: `tape ${width}`,
    name: words(`Double-sided tape ${width} mm, 10 m`, `Dubbelhäftande tejp ${width} mm, 10 m`),
    facts: { width_mm: width, length: 10, colour: 'black' },
    price: 49 + width * 4,
    intervals: [60, 90],
    lines: [
      words(
        `Thin, strong tape ${width} mm wide for screens, lids and bezels.`,
        `Tunn, stark tejp, ${width} mm bred, för skärmar, lock och ramar.`,
      ),
      words(
        'Press for thirty seconds and leave it overnight before use.',
        'Pressa i trettio sekunder och låt vila över natten före användning.',
      ),
      words('Comes off with heat and a thread.', 'Lossas med värme och en tråd.'),
    ],
  })),
  {
    ...tape,
    id: 'pull tabs',
    name: words('Pull tabs for batteries, pack of 20', 'Dragflikar för batterier, 20-pack'),
    facts: { pieces: 20 },
    price: 79,
    group: 20,
    lines: [
      words(
        'Stretch adhesive that lets a battery go without tools the next time.',
        'Töjbar häftremsa som släpper batteriet utan verktyg nästa gång.',
      ),
      words('Pull slowly and flat along the case.', 'Dra långsamt och plant längs höljet.'),
    ],
  },
  {
    ...tape,
    id: 'kapton',
    name: words('Polyimide tape 12 mm, 33 m', 'Polyimidtejp 12 mm, 33 m'),
    facts: { width_mm: 12, length: 33, colour: 'yellow' },
    price: 99,
    lines: [
      words('Insulates and bears 260 °C.', 'Isolerar och tål 260 °C.'),
      words(
        'Keeps cables in place and shields neighbours while you solder.',
        'Håller kablar på plats och skyddar närliggande delar vid lödning.',
      ),
    ],
  },
  {
    ...tape,
    id: 'glue',
    name: words('Frame adhesive B-7, 15 ml', 'Ramlim B-7, 15 ml'),
    facts: { volume: 15, colour: 'black' },
    price: 59,
    lines: [
      words(
        'Black elastic glue for screens and frames, with a needle tip.',
        'Svart, elastiskt lim för skärmar och ramar, med nålspets.',
      ),
      words('Clamp for three hours; full strength after two days.', 'Kläm i tre timmar; full styrka efter två dygn.'),
    ],
  },
]

/** Laptop screws by thread and length, sold in tens; the price is that of the pack. */
const screws: readonly Article[] = ['M1.6', 'M2', 'M2.5', 'M3'].flatMap((thread, at) =>
  [3, 4, 5, 6, 8, 10].map((length): Article => ({
    id: `screw ${thread} ${length}`,
    family: 'consumables',
    category: 'screws',
    kind: 'screws',
    maker: 'mejsla',
    name: words(
      `Screws ${thread} × ${length} mm, pack of 10`,
      `Skruvar ${thread.replace('.', ',')} × ${length} mm, 10-pack`,
    ),
    facts: {
      thread: thread.replace('.', '_').toLowerCase(),
      length_mm: length,
      drive_type: 'phillips',
      pieces: 10,
      material: 'steel',
      colour: 'black',
    },
    price: 39 + at * 5,
    weight: 4 + length,
    group: 10,
    lines: [
      words(
        `Ten black screws ${thread} × ${length} mm with flat head and thread lock.`,
        `Tio svarta skruvar ${thread.replace('.', ',')} × ${length} mm med platt huvud och gänglåsning.`,
      ),
      words(
        'The blue patch keeps them from working loose; change the screw after three uses.',
        'Den blå beläggningen hindrar dem från att skaka loss; byt skruv efter tre monteringar.',
      ),
      words(
        'Measure below the head: a screw that is too long goes into the board.',
        'Mät under huvudet: en för lång skruv går in i kretskortet.',
      ),
    ],
  })),
)

export const workshop = (): Part[] =>
  [...articles, ...screws].map(({ id, category, lines, group, intervals, ...rest }) =>
    part({
      ...rest,
      key: `workshop ${id}`,
      categories: [category],
      groupSize: group ?? 1,
      intervals: intervals ?? [],
      story: lines.map((line) => [line]),
    }),
  )
