import type { Language } from '../../../domain/places/locales.ts'

/** An invented buyer; `organization` is its name and number, or null for a private person. */
export type DemoBuyer = {
  language: Language
  name: string
  email: string
  phone: string
  line1: string
  postalCode: string
  city: string
  organization: { name: string; number: string } | null
}

type Person = readonly [name: string, line1: string, postalCode: string, city: string]

const people: readonly Person[] = [
  ['Maja Sandberg', 'Vasagatan 22', '111 20', 'Stockholm'],
  ['Oskar Lindqvist', 'Södra Förstadsgatan 40', '211 43', 'Malmö'],
  ['Amina Hassan', 'Dragarbrunnsgatan 36', '753 20', 'Uppsala'],
  ['Per-Olof Åkesson', 'Storgatan 18', '582 23', 'Linköping'],
  ['Linnea Forsberg', 'Drottninggatan 9', '702 10', 'Örebro'],
  ['Viktor Engström', 'Stora gatan 31', '722 12', 'Västerås'],
  ['Fatima Karimi', 'Järnvägsgatan 7', '252 24', 'Helsingborg'],
  ['Stig Holmberg', 'Kungsgatan 12', '602 20', 'Norrköping'],
  ['Ebba Nordin', 'Barnarpsgatan 25', '553 16', 'Jönköping'],
  ['Jonas Mattsson', 'Prästgatan 14', '831 31', 'Östersund'],
  ['Hanna Sjöberg', 'Storgatan 44', '852 30', 'Sundsvall'],
  ['Ali Rahimi', 'Rådstugatan 6', '972 38', 'Luleå'],
  ['Kerstin Wallin', 'Larmgatan 16', '392 32', 'Kalmar'],
  ['Nils Bergqvist', 'Ronnebygatan 28', '371 32', 'Karlskrona'],
  ['Selma Öberg', 'Adelsgatan 11', '621 57', 'Visby'],
  ['Tom Fairweather', 'Linnégatan 5', '413 04', 'Göteborg'],
]

const companies: readonly (readonly [...Person, company: string, number: string])[] = [
  ['Rikard Blom', 'Industrigatan 4', '582 77', 'Linköping', 'Blom IT-service AB', '559999-4620'],
  ['Sara Lundin', 'Skolgatan 2', '903 22', 'Umeå', 'Norrlands Skoldatorer AB', '559999-4638'],
  ['Emil Dahlgren', 'Hamngatan 19', '302 43', 'Halmstad', 'Västkustens Laptoplag AB', '559999-4646'],
  ['Grace Okoro', 'Fabriksgatan 3', '412 50', 'Göteborg', 'Second Byte Refurbishing AB', '559999-4653'],
]

/** Buyers who write English see the English shop. */
const writeEnglish = new Set(['Tom Fairweather', 'Grace Okoro'])

/** Private persons; each has a phone number of the series that is kept free for fiction. */
export const privateBuyers: readonly DemoBuyer[] = people.map((person, at) => buyerOf(person, null, at))

export const companyBuyers: readonly DemoBuyer[] = companies.map(
  ([name, line1, postalCode, city, company, number], at) =>
    buyerOf([name, line1, postalCode, city], { name: company, number }, people.length + at),
)

function buyerOf(
  [name, line1, postalCode, city]: Person,
  organization: DemoBuyer['organization'],
  at: number,
): DemoBuyer {
  return {
    language: writeEnglish.has(name) ? 'en' : 'sv',
    name,
    email: `${asciiOf(name)}@example.com`,
    phone: `+46 70 174 06 ${30 + at}`,
    line1,
    postalCode,
    city,
    organization,
  }
}

/** "Per-Olof Åkesson" as "per-olof.akesson". */
function asciiOf(name: string): string {
  return name.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(' ', '.')
}
